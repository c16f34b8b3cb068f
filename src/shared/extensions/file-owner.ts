/** Finds the extension that running code belongs to, by its file. */

export interface ExtensionRoot {
  readonly id: string;
  /** Absolute with links resolved: the engine names files by their real paths. */
  readonly rootPath: string;
}

export type FileOwner = (source: string) => string | undefined;

/** Scheme of the files that a worker host loads: `outrigger-extension://<id>/<path in its folder>`. */
const workerScheme = 'outrigger-extension://';

/**
 * @param caseMatters whether the file system is case-sensitive
 * @returns a function from a script's `file:` or worker URL, or its path, to the id of its extension. For nested
 * folders the inner one wins.
 */
export function fileOwner(extensions: readonly ExtensionRoot[], { caseMatters = true } = {}): FileOwner {
  const fold = (path: string) => (caseMatters ? path : path.toLowerCase());
  const roots = extensions
    .map(({ id, rootPath }) => ({ id, prefix: fold(`${withSlashes(rootPath).replace(/\/+$/, '')}/`) }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  const ids = new Set(extensions.map(({ id }) => id));
  return (source) => {
    if (source.startsWith(workerScheme)) {
      const id = decoded(source.slice(workerScheme.length).split(/[/?#]/, 1)[0] ?? '');
      return id !== undefined && ids.has(id) ? id : undefined;
    }
    const path = pathOf(source);
    if (path === undefined) return undefined;
    const folded = fold(path);
    return roots.find(({ prefix }) => folded.startsWith(prefix))?.id;
  };
}

/** @returns the path of a `file:` URL or a path, with forward slashes; undefined for anything else */
export function pathOf(source: string): string | undefined {
  if (!source.startsWith('file://')) return /^([a-z]:)?[/\\]/i.test(source) ? withSlashes(source) : undefined;
  // A query only makes the engine load a file again.
  const path = decoded(source.slice('file://'.length).replace(/[?#].*$/s, ''));
  if (path === undefined) return undefined;
  // file:///C:/folder has a drive, file://server/share is a share.
  if (/^\/[a-z]:/i.test(path)) return path.slice(1);
  return path.startsWith('/') ? path : `//${path}`;
}

function withSlashes(path: string): string {
  // A backslash is part of a name where paths begin with "/".
  return path.startsWith('/') ? path : path.replaceAll('\\', '/');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
