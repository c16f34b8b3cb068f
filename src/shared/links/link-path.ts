import type { PathPlatform } from './link-target.ts';

const drivePattern = /^[A-Za-z]:/;
const serverPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The path that follows `file:` in an address. Percent encoding is undone; a path that is not validly encoded is taken
 * literally. Another machine's files exist on Windows alone, as `\\server\share\…`.
 * @returns null when it names no absolute path of this platform
 */
export function pathFromAddress(rest: string, platform: PathPlatform): string | null {
  const [, authority = '', path = ''] = /^(?:\/\/([^/\\]*))?(.*)$/s.exec(rest) ?? [];
  if (platform === 'win32' && /^[A-Za-z]:$/.test(authority)) return windowsPath(`${authority}${decode(path)}`);
  if (!path.startsWith('/')) return null;
  if (authority === '' || authority.toLowerCase() === 'localhost') {
    return platform === 'posix' ? decode(path) : windowsPath(decode(path).replace(/^\/(?=[A-Za-z]:)/, ''));
  }
  return platform === 'win32' ? networkPath(authority, decode(path)) : null;
}

/**
 * A path written without a scheme, absolute or relative to the project.
 * @returns null for what a browser would read as an address, such as `//host/…` and `#heading`
 */
export function pathFromText(text: string, platform: PathPlatform): string | null {
  if (text === '' || text.startsWith('//')) return null;
  const path = decode(text);
  if (platform === 'win32') {
    const [, server = '', rest = ''] = /^\\\\([^\\/]*)(.*)$/s.exec(text) ?? [];
    return server === '' ? windowsPath(path) : networkPath(server, decode(rest));
  }
  const [firstSegment = ''] = text.split('/', 1);
  return firstSegment.includes(':') ? null : path;
}

/** Whether the path says of itself that it is a directory. */
export function isDirectoryPath(path: string, platform: PathPlatform): boolean {
  return (platform === 'win32' ? /(^|[\\/])\.{0,2}$/ : /(^|\/)\.{0,2}$/).test(path);
}

/** A colon anywhere else would name a stream of a file; two separators in front would name another machine. */
function windowsPath(path: string): string | null {
  const normal = path.replaceAll('/', '\\');
  const afterDrive = drivePattern.test(normal) ? normal.slice(2) : normal;
  if (afterDrive !== normal && !afterDrive.startsWith('\\')) return null;
  return afterDrive === '' || afterDrive.includes(':') || normal.startsWith('\\\\') ? null : normal;
}

function networkPath(server: string, path: string): string | null {
  const normal = path.replaceAll('/', '\\');
  const isOther = serverPattern.test(server) && server.toLowerCase() !== 'localhost';
  return isOther && /^\\[^\\:]/.test(normal) && !normal.includes(':') ? `\\\\${server}${normal}` : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
