import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { PromptTemplate } from '../../shared/contract/prompt-template.ts';
import type { Tell } from '../service-events.ts';
import { readInside } from './read-inside.ts';
import { fillTemplate, readTemplate, type TemplateText } from './template-text.ts';

export interface PromptTemplatesDeps {
  /** Absolute; the person's own lie in `prompts` below it. */
  readonly userData: string;
  /** Absolute, as the command line names them: `--extension-root`. */
  readonly explicitRoots: readonly string[];
  /** The open folder, if the person trusts it. */
  trustedFolder(): string | null;
  /** Those that are enabled: `ExtensionRegistry.handles`. */
  extensions(): readonly { readonly manifest: { readonly id: string }; readonly rootPath: string }[];
  readonly tell: Tell<'templates-changed'>;
}

/** Prompts that lie ready as files, `prompts/<name>.md` of each root. */
export type PromptTemplates = ReturnType<typeof createPromptTemplates>;

interface Root {
  readonly source: PromptTemplate['source'];
  /** Prefix of the ids. */
  readonly prefix: string;
  /** Links lead out of it to nothing. */
  readonly folder: string;
  readonly prompts: string;
}

const namePattern = /^[a-z0-9-]{1,64}$/;
const maxOfRoot = 200;
/** Characters. */
const longest = 200_000;

export function createPromptTemplates(deps: PromptTemplatesDeps) {
  let found: readonly PromptTemplate[] = [];
  let reading = 0;

  function roots(): Root[] {
    const project = deps.trustedFolder();
    const root = (source: Root['source'], prefix: string, folder: string, ...below: string[]): Root => ({
      source,
      prefix,
      folder,
      prompts: join(folder, ...below, 'prompts'),
    });
    return [
      ...deps.explicitRoots.map((folder, index) => root('user', index === 0 ? 'root' : `root-${index + 1}`, folder)),
      ...(project === null ? [] : [root('project', 'project', project, '.outrigger')]),
      root('user', 'user', deps.userData),
      ...deps.extensions().map(({ manifest: { id }, rootPath }) => root('extension', id, rootPath)),
    ];
  }

  return {
    /** As it was read last: the project's, the person's, those of extensions. */
    list: () => found,
    /** Reads it anew; to be called when folder, trust or extensions change, and when it is about to be shown. Never rejects. */
    async refresh() {
      const turn = ++reading;
      const read = named((await Promise.all(roots().map(templatesIn))).flat());
      // A later one knows better.
      if (turn !== reading || isDeepStrictEqual(read, found)) return;
      found = read;
      deps.tell({ type: 'templates-changed' });
    },
    /** The present text of one, with the words typed after its name filled in. */
    async expand(id: string, argument: string) {
      const colon = id.lastIndexOf(':');
      const name = id.slice(colon + 1);
      const root = roots().find(({ prefix }) => prefix === id.slice(0, colon));
      const said = root && namePattern.test(name) ? await readFrom(root, name) : null;
      if (!said) return fail('invalid-request', `The prompt “${id}” no longer exists. Your text is kept.`);
      if (!said.ok) return fail(said.failure.code, `The prompt “${id}” cannot be used: ${said.failure.message}`);
      const text = fillTemplate(said.value.body, argument);
      return text.trim() === '' ? fail('invalid-request', `The prompt “${id}” is empty. Your text is kept.`) : ok(text);
    },
  };
}

async function readFrom(root: Root, name: string): Promise<Result<TemplateText>> {
  const read = await readInside(root.folder, join(root.prompts, `${name}.md`));
  if (!read.ok) return read;
  if (read.value.text.length <= longest) return ok(readTemplate(read.value.text));
  return fail('file-too-large', `It has more than ${longest} characters.`);
}

async function templatesIn(root: Root): Promise<PromptTemplate[]> {
  const files = await readdir(root.prompts).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
    .filter((name) => namePattern.test(name))
    .sort()
    .slice(0, maxOfRoot);
  const read = await Promise.all(
    names.map(async (name): Promise<PromptTemplate[]> => {
      const said = await readFrom(root, name);
      if (!said.ok || said.value.body === '') return [];
      const { description, argument } = said.value;
      return [{ id: `${root.prefix}:${name}`, source: root.source, name, description, argument }];
    }),
  );
  return read.flat();
}

/** The first of a name is typed by it, each other by its id. */
function named(all: readonly PromptTemplate[]): PromptTemplate[] {
  const taken = new Set<string>();
  const ids = new Set<string>();
  return all
    .filter(({ id }) => !ids.has(id) && ids.add(id))
    .map((template) => {
      const name = taken.has(template.name) ? template.id : template.name;
      taken.add(name);
      return { ...template, name };
    });
}
