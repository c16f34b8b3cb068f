import type { PathPlatform } from './link-target.ts';

const drivePattern = /^[A-Za-z]:/;
/** `/c/…`, the form of a drive in Unix shells on Windows. */
const shellDrive = /^\/([A-Za-z])(?=\/)/;
const serverPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The path after `file:` in an address, percent-decoded. An invalid encoding is taken literally; `%2F` and `%5C` are
 * never separators. Other machines' files exist on Windows only, as `\\server\share\…`.
 * @returns null unless it is an absolute path of this platform
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
 * A path without a scheme, absolute or relative to the project. `//server/share/…` is a path on Windows only.
 * @returns null for text that a browser would take for an address, such as `//host/…` and `#heading`
 */
export function pathFromText(text: string, platform: PathPlatform): string | null {
  if (platform === 'win32') {
    return /^(?:\/\/|\\\\)/.test(text) ? serverPath(text) : windowsPath(decode(text.replace(shellDrive, '$1:')));
  }
  if (text === '' || text.startsWith('//')) return null;
  const [firstSegment = ''] = text.split('/', 1);
  return firstSegment.includes(':') ? null : decode(text);
}

/** Whether the path is marked as a directory, by its end. */
export function isDirectoryPath(path: string, platform: PathPlatform): boolean {
  return (platform === 'win32' ? /(^|[\\/])\.{0,2}$/ : /(^|\/)\.{0,2}$/).test(path);
}

/**
 * Refuses other colons, which would name a stream of a file, and two leading separators, which would name a machine.
 */
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

/** Percent-decodes all but separators: an encoded one is not meant as a separator. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?=2f|5c)/gi, '%25'));
  } catch {
    return text;
  }
}
