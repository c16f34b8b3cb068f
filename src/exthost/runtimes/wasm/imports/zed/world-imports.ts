import type { ComponentImport, ComponentImports } from '../component-import.ts';
import { oneOf, optionalText, recordOf, textOf } from '../given-values.ts';

/** The world of Zed's extensions, but for its interfaces: functions of it, and the methods of what it lends. */

const formats = { gzip: 'gzip', 'gzip-tar': 'tar-gzip', zip: 'zip', uncompressed: 'none' } as const;
/** Of the installation of a language server. null: there is nothing to tell. */
const statuses = {
  none: null,
  downloading: 'is being downloaded',
  'checking-for-update': 'is looked up for a new version',
  failed: 'could not be installed',
} as const;
const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[];

/** What `get-settings` answers, by category: JSON of these. */
const settings: Readonly<Record<string, ComponentImport['run']>> = {
  async language({ context }) {
    const { tabSize, insertSpaces, wrapColumn } = await context.documents.layout();
    return { tab_size: tabSize, hard_tabs: !insertSpaces, preferred_line_length: wrapColumn };
  },
  // There are no such settings in the app yet: as nobody has set any.
  lsp: async () => ({ binary: null, initialization_options: null, settings: null }),
  context_servers: async () => ({ command: null, settings: null }),
};

export const worldImports = {
  'get-settings': {
    async run(scope, [_location, category, key]) {
      const name = textOf(category, 'category');
      optionalText(key, 'key');
      const read = Object.hasOwn(settings, name) ? settings[name] : undefined;
      if (!read) throw new Error(`There are no settings of the category "${name}"`);
      return JSON.stringify(await read(scope, []));
    },
  },
  'download-file': {
    run: ({ context, signal }, [url, path, type]) =>
      context.files.download(textOf(url, 'url'), textOf(path, 'file-path'), {
        format: formats[oneOf(keysOf(formats), type, 'file-type')],
        signal,
      }),
  },
  'make-file-executable': { run: ({ context }, [path]) => context.files.makeExecutable(textOf(path, 'filepath')) },
  'set-language-server-installation-status': {
    otherwise: null,
    async run({ context, outcome }, [server, status]) {
      const { tag, val } = recordOf(status, 'status');
      const told = oneOf(keysOf(statuses), tag, 'status');
      if (statuses[told] === null) return;
      const reason = told === 'failed' ? `: ${textOf(val, 'failed')}` : '';
      const line = `The language server ${textOf(server, 'language-server-name')} ${statuses[told]}${reason}`;
      context.log[told === 'failed' ? 'error' : 'info'](outcome.hide(line));
    },
  },
  'key-value-store.insert': {
    async run({ store }, [id, key, value]) {
      if (!store || store.id !== id)
        throw new Error('This store was lent for a call that is over. Insert during index-docs');
      store.insert(textOf(key, 'key'), textOf(value, 'value'));
    },
  },
  'worktree.read-text-file': { run: ({ context }, [path]) => context.workspace.readText(textOf(path, 'path')) },
  'worktree.which': {
    otherwise: null,
    run: ({ context }, [name]) => context.system.which(textOf(name, 'binary-name')),
  },
  'worktree.shell-env': {
    otherwise: [],
    run: async ({ context }) => Object.entries(await context.system.environment()),
  },
} satisfies ComponentImports;
