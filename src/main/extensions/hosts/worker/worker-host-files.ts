import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Scheme of a worker host's page and own code. */
export const workerHostScheme = 'outrigger-host';
/** Scheme of the code of the extensions opened in a worker host. */
export const workerExtensionScheme = 'outrigger-extension';
export const workerHostPage = `${workerHostScheme}://host/page.html`;

/**
 * The page and its worker may load these two schemes only. `sandbox` gives the page an opaque origin, shared with no
 * other, hence without storage; the worker inherits both.
 */
const pagePolicy = (runsScripts: boolean) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${workerHostScheme}: ${workerExtensionScheme}:${runsScripts ? " 'wasm-unsafe-eval'" : ''}`,
    'worker-src blob:',
    "connect-src 'none'",
  ].join('; ');

const page = '<!doctype html><title>Outrigger extensions</title><script src="page.js"></script>';

/**
 * Every call into a script goes through a module that has the address of its extension: stacks and profiles name the
 * extension by it, though the interpreter's own code is the same for all.
 */
const scriptEntry = { name: 'script.js', code: 'export const enter = (run) => run();\n' };

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
    // The page's origin is opaque, so every module is cross-origin.
    'access-control-allow-origin': '*',
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
  readonly #policy: string;
  readonly #runsScripts: boolean;
  readonly #open = new Map<string, { readonly host: string; readonly rootPath: string }>();
  #opened = 0;

  /**
   * @param scripts folder of the built `page.cjs` and `worker.cjs`
   * @param runsScripts its worker may compile WebAssembly, which interpreters are, and loads no module of an extension
   */
  constructor(scripts: string, { runsScripts = false } = {}) {
    this.#scripts = scripts;
    this.#runsScripts = runsScripts;
    this.#policy = pagePolicy(runsScripts);
  }

  /** @returns the URL of the main module, or of the one that enters a script, and a function that closes the extension */
  open(extensionId: string, rootPath: string, mainPath: string): { url: string; close(): void } {
    this.#opened += 1;
    const opening = String(this.#opened);
    // Only an id that looks like a number is changed by URL parsing.
    const host = URL.canParse(`http://${extensionId}`) ? new URL(`http://${extensionId}`).hostname : extensionId;
    this.#open.set(opening, { host, rootPath });
    const below = mainPath.slice(rootPath.length).split(sep).filter(Boolean).map(encodeURIComponent).join('/');
    const path = this.#runsScripts ? scriptEntry.name : below;
    return { url: `${workerExtensionScheme}://${host}/${opening}/${path}`, close: () => this.#open.delete(opening) };
  }

  async read(address: string): Promise<WorkerHostFile> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.protocol === `${workerHostScheme}:`) return await this.#ownFile(url);
    if (url?.protocol === `${workerExtensionScheme}:`) return await this.#extensionFile(url);
    return missing;
  }

  async #ownFile({ host, pathname }: URL): Promise<WorkerHostFile> {
    if (host !== 'host') return missing;
    if (pathname === '/page.html') {
      return answer(Buffer.from(page), 'text/html; charset=utf-8', { 'content-security-policy': this.#policy });
    }
    const name = ({ '/page.js': 'page.cjs', '/worker.js': 'worker.cjs' } as Record<string, string>)[pathname];
    return name ? answer(await readFile(join(this.#scripts, name)), types['.js'] as string) : missing;
  }

  async #extensionFile({ host, pathname }: URL): Promise<WorkerHostFile> {
    const [, opening = '', ...encoded] = pathname.split('/');
    const extension = this.#open.get(opening);
    const names = encoded.map(decode);
    if (this.#runsScripts) {
      const isEntry = extension?.host === host && names.join('/') === scriptEntry.name;
      return isEntry ? answer(Buffer.from(scriptEntry.code), types['.js'] as string) : missing;
    }
    const type = types[extname(names.at(-1) ?? '')];
    // The id is checked although the look-up does not need it: stacks and profiles name the extension by it.
    if (extension?.host !== host || type === undefined || !names.every(isPlainName)) return missing;
    try {
      const { rootPath } = extension;
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
