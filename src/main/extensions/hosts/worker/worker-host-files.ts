import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CodeForm } from '../../../../shared/contract/extensions/host-kind.ts';
import { pageHeaders, pages, pageText, workerExtensionScheme, workerHostScheme } from './worker-host-page.ts';

/** The only module of an extension whose code the host does not load from its folder. */
interface Entry {
  readonly name: string;
  readonly code: string | Promise<string>;
}

/**
 * Every call into a script goes through a module that has the address of its extension: stacks and profiles name the
 * extension by it, though the interpreter's own code is the same for all.
 */
const scriptEntry: Entry = { name: 'script.js', code: 'export const enter = (run) => run();\n' };

/** An extension as long as its port is open. */
interface Opening {
  /** As in addresses. */
  readonly host: string;
  readonly rootPath: string;
  /** null: files of its folder are served. */
  readonly entry: Entry | null;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

export interface WorkerHostFile {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const answer = (body: Buffer, type: string, headers: Readonly<Record<string, string>> = {}): WorkerHostFile => ({
  status: 200,
  headers: {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    // The page's origin is opaque, so everything is cross-origin.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    ...headers,
  },
  body,
});

const missing: WorkerHostFile = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('No such file.'),
};

/**
 * The files that one worker host may load. Each opening of an extension gets its own address, so that a reload bypasses
 * the module cache; it is valid while the extension is open.
 */
export class WorkerHostFiles {
  readonly #scripts: string;
  readonly #code: CodeForm;
  readonly #open = new Map<string, Opening>();
  #opened = 0;

  /**
   * @param scripts folder of the host's built scripts
   * @param code of its extensions
   */
  constructor(scripts: string, code: CodeForm) {
    this.#scripts = scripts;
    this.#code = code;
  }

  /**
   * @param glue of a component, as soon as it is compiled
   * @returns the URL of the main module, of the one that enters a script, or of the glue; and a function that closes the
   * extension
   */
  open(
    extensionId: string,
    rootPath: string,
    mainPath: string,
    glue: Promise<string> = Promise.reject(new Error('It is no component')),
  ): { url: string; close(): void } {
    // It may fail before it is asked for.
    glue.catch(() => undefined);
    this.#opened += 1;
    const opening = String(this.#opened);
    // Only an id that looks like a number is changed by URL parsing.
    const host = URL.canParse(`http://${extensionId}`) ? new URL(`http://${extensionId}`).hostname : extensionId;
    const entries: Readonly<Record<CodeForm, Entry | null>> = {
      modules: null,
      scripts: scriptEntry,
      components: { name: 'component.js', code: glue },
    };
    const entry = entries[this.#code];
    this.#open.set(opening, { host, rootPath, entry });
    const below = mainPath.slice(rootPath.length).split(sep).filter(Boolean).map(encodeURIComponent).join('/');
    const url = `${workerExtensionScheme}://${host}/${opening}/${entry?.name ?? below}`;
    return { url, close: () => this.#open.delete(opening) };
  }

  async read(address: string): Promise<WorkerHostFile> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.protocol === `${workerHostScheme}:`) return await this.#ownFile(url);
    if (url?.protocol === `${workerExtensionScheme}:`) return await this.#extensionFile(url);
    return missing;
  }

  async #ownFile({ host, pathname }: URL): Promise<WorkerHostFile> {
    if (host !== 'host') return missing;
    const page = pages[this.#code];
    if (pathname === '/page.html') return answer(Buffer.from(pageText), 'text/html; charset=utf-8', pageHeaders(page));
    const name = page.scripts.find((script) => pathname === `/${script}.js`);
    return name ? answer(await readFile(join(this.#scripts, `${name}.cjs`)), types['.js'] as string) : missing;
  }

  async #extensionFile({ host, pathname }: URL): Promise<WorkerHostFile> {
    const [, opening = '', ...encoded] = pathname.split('/');
    const extension = this.#open.get(opening);
    // The id is checked although the look-up does not need it: stacks and profiles name the extension by it.
    if (extension?.host !== host) return missing;
    const names = encoded.map(decode);
    const { entry, rootPath } = extension;
    if (entry) {
      const code = names.join('/') === entry.name ? await Promise.resolve(entry.code).catch(() => null) : null;
      return code === null ? missing : answer(Buffer.from(code), types['.js'] as string);
    }
    const type = types[extname(names.at(-1) ?? '')];
    if (type === undefined || !names.every(isPlainName)) return missing;
    try {
      const [folder, file] = await Promise.all([realpath(rootPath), realpath(join(rootPath, ...names))]);
      return file.startsWith(folder + sep) ? answer(await readFile(file), type) : missing;
    } catch {
      return missing;
    }
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** One path segment that cannot lead upwards, in any notation. */
const isPlainName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\\\0:]/.test(name);
