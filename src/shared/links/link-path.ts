import type { PathPlatform } from './link-target.ts';

const drivePattern = /^[A-Za-z]:/;
/** `/c/…`, as shells of other systems write a drive. */
const shellDrive = /^\/([A-Za-z])(?=\/)/;
const serverPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The path that follows `file:` in an address. Percent encoding is undone; a path that is not validly encoded is taken
 * literally, and `%2F` and `%5C` are never separators. Another machine's files exist on Windows alone, as `\\server\share\…`.
 * @returns null when it names no absolute path of this platform
 */
export function pathFromAddress(rest: string, platform: PathPlatform): string | null {
  const [, authority = '', path = ''] = /^(?:\/\/([^/\\]*))?(.*)$/s.exec(rest) ?? [];
  if (platform === 'win32' && /^[A-Za-z]:$/.test(authority)) return windowsPath(`${authority}${decode(path)}`);
  if (!path.startsWith('/')) return null;
  if (authority === '' || authority.toLowerCase() === 'localhost') {
    if (platform === 'posix') return decode(path);
    return path.startsWith('//') ? serverPath(path) : windowsPath(decode(path));
  }
  return platform === 'win32' ? networkPath(authority, decode(path)) : null;
}

/**
 * A path written without a scheme, absolute or relative to the project. `//server/share/…` is one on Windows alone.
 * @returns null for what a browser would read as an address, such as `//host/…` and `#heading`
 */
export function pathFromText(text: string, platform: PathPlatform): string | null {
  if (platform === 'win32') {
    return /^(?:\/\/|\\\\)/.test(text) ? serverPath(text) : windowsPath(decode(text.replace(shellDrive, '$1:')));
  }
  if (text === '' || text.startsWith('//')) return null;
  const [firstSegment = ''] = text.split('/', 1);
  return firstSegment.includes(':') ? null : decode(text);
}

/** Whether the path says of itself that it is a directory. */
export function isDirectoryPath(path: string, platform: PathPlatform): boolean {
  return (platform === 'win32' ? /(^|[\\/])\.{0,2}$/ : /(^|\/)\.{0,2}$/).test(path);
}

/** A colon anywhere else would name a stream of a file; two separators in front would name another machine. */
function windowsPath(path: string): string | null {
  const normal = path
    .replace(/^[\\/]?([A-Za-z])(?=:)/, (_, drive: string) => drive.toUpperCase())
    .replaceAll('/', '\\');
  const afterDrive = drivePattern.test(normal) ? normal.slice(2) : normal;
  if (afterDrive !== normal && !afterDrive.startsWith('\\')) return null;
  return afterDrive === '' || afterDrive.includes(':') || normal.startsWith('\\\\') ? null : normal;
}

/** `//server/share/…`, with separators of either kind. */
function serverPath(text: string): string | null {
  const [, server = '', rest = ''] = /^(?:\/\/|\\\\)([^\\/]*)(.*)$/s.exec(text) ?? [];
  return networkPath(server, decode(rest));
}

function networkPath(server: string, path: string): string | null {
  const normal = path.replaceAll('/', '\\');
  const isOther = serverPattern.test(server) && server.toLowerCase() !== 'localhost';
  return isOther && /^\\[^\\:]/.test(normal) && !normal.includes(':') ? `\\\\${server}${normal}` : null;
}

/** A separator that was encoded was not meant as one. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?=2f|5c)/gi, '%25'));
  } catch {
    return text;
  }
}
