import type { LinkPosition, LinkTarget, PathPlatform } from './link-target.ts';

/**
 * Formats a target as the address of a Markdown link. For every target from `parseLink`, parsing the result returns
 * the same target, whatever the label.
 */
export function formatLink(target: LinkTarget, { platform }: { platform: PathPlatform }): string {
  switch (target.kind) {
    case 'file':
      return formatPath(target.path, platform) + formatPosition(target);
    case 'directory':
      return formatPath(target.path, platform);
    case 'symbol':
      return `${formatPath(target.path, platform)}?symbol=${encode(target.name)}${formatPosition(target)}`;
    case 'thread':
      return `outrigger:///agent/thread/${encode(target.id)}${target.name ? `?name=${encode(target.name)}` : ''}`;
    case 'web':
      return target.url;
  }
}

function formatPosition({ line, column, endLine }: LinkPosition): string {
  if (line === undefined) return '';
  return `#L${line}${column === undefined ? '' : `C${column}`}${endLine === undefined ? '' : `-L${endLine}`}`;
}

function formatPath(path: string, platform: PathPlatform): string {
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  // An encoded separator would stay encoded; here the backslash is part of a name.
  const encoded = slashed.split('/').map(encode).join('/').replaceAll('%5C', '\\');
  if (platform === 'win32' && slashed.startsWith('//')) return `file:${encoded}`;
  if (slashed.startsWith('/')) return `file://${encoded}`;
  if (platform === 'win32' && /^[A-Za-z]:\//.test(slashed)) return `file:///${slashed.slice(0, 2)}${encoded.slice(4)}`;
  return encoded;
}

/** Also encodes characters that could end the address in Markdown. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
