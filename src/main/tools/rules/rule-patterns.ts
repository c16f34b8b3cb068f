import type { ContributedTool } from '../../../shared/contract/tool.ts';
import { bundledOrigin } from '../../credentials/credential-owners.ts';
import { compileGlobs, type Glob } from '../../workspace/glob.ts';
import { plainName } from '../shell/shell-commands.ts';

/**
 * The patterns of rules. A rule that denies or asks is matched widely, one that allows literally: in case of doubt a
 * person is asked once more, and nothing unintended happens.
 */
export type PatternReading = 'wide' | 'narrow';

const maxAlternatives = 64;
const compiled = new Map<string, Glob | null>();

function globOf(pattern: string, isCaseSensitive: boolean): Glob | null {
  const key = `${isCaseSensitive} ${pattern}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size > 2_000) compiled.clear();
  const glob = isUsableGlob(pattern) ? compileGlobs([pattern], isCaseSensitive) : null;
  compiled.set(key, glob);
  return glob;
}

/** Whether a glob can be matched completely: one with too many alternatives would be truncated. */
export function isUsableGlob(pattern: string): boolean {
  let alternatives = 1;
  for (const group of pattern.split('{').slice(1)) alternatives *= group.split(',').length;
  return alternatives <= maxAlternatives && compileGlobs([pattern], true) !== null;
}

const isAbsolutePattern = (pattern: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(pattern);
const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

/**
 * @param shown relative to the folder, or absolute, with "/". @param absolute the same path, absolute, with "/"
 * With `wide`, a pattern that matches a folder matches its content, case is ignored, and "**" may begin anywhere.
 */
export function fitsPath(pattern: string, shown: string, absolute: string, reading: PatternReading): boolean {
  const glob = globOf(pattern.normalize('NFC'), reading === 'narrow' && process.platform === 'linux');
  // It is unknown what an invalid pattern was meant to deny.
  if (!glob) return reading === 'wide';
  const fits = (path: string): boolean => {
    let state = glob.start;
    for (const name of namesOf(path.normalize('NFC'))) {
      state = glob.step(state, name);
      if (reading === 'wide' && glob.isMatch(state)) return true;
    }
    return glob.isMatch(state);
  };
  const isOutside = isAbsolutePattern(shown);
  if (isAbsolutePattern(pattern)) return reading === 'narrow' ? isOutside && fits(shown) : fits(absolute);
  if (!isOutside) return fits(shown);
  return reading === 'wide' && pattern.startsWith('**') && fits(absolute);
}

/** "*" matches any text, "\*" a star; " *" at the end also matches nothing. */
export function fitsCommand(pattern: string, text: string): boolean {
  const trimmed = pattern.trim();
  if (trimmed.endsWith(' *') && !trimmed.endsWith('\\ *') && fitsStars(trimmed.slice(0, -2), text)) return true;
  return fitsStars(trimmed, text);
}

/**
 * Whether a command may be another spelling of what a pattern means: with options before the subcommand, or with option
 * letters in another order. @param pattern in lower case. @param words of the command
 */
export function mayMean(pattern: string, words: readonly string[]): boolean {
  const [name, ...wanted] = pattern
    .replace(/(?<!\\)\*/g, ' ')
    .trim()
    .split(/\s+/);
  const [command = '', ...given] = words.map((word) => word.toLowerCase());
  if (wanted.length === 0 || name !== plainName(command)) return false;
  const isOption = (word: string) => word.startsWith('-');
  const letters = given.filter((word) => /^-[^-]/.test(word)).join('');
  const hasLongOption = given.some((word) => word.startsWith('--') && word.length > 2);
  let at = 0;
  return wanted.every((word) => {
    if (/^-[^-]/.test(word)) return hasLongOption || [...word.slice(1)].every((letter) => letters.includes(letter));
    if (isOption(word)) return given.some(isOption);
    at = given.indexOf(word, at) + 1;
    return at > 0;
  });
}

/** Whether a pattern matches a text and no other; a trailing star then stands for nothing. */
export function isExactly(pattern: string, text: string): boolean {
  const trimmed = pattern.trim();
  return [trimmed, trimmed.replace(/(?<!\\) \*$/, '')].some(
    (one) => !hasStar(one) && one.replaceAll('\\*', '*') === text,
  );
}
const hasStar = (pattern: string): boolean => /(?<!\\)\*/.test(pattern);

/** The pattern that matches exactly a text. */
export const asCommandPattern = (text: string): string => text.replaceAll('*', '\\*');

/** Matches the pieces between stars, each at its first possible place: linear, as lines and rules may be many. */
function fitsStars(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'));
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** A host, "*." for subdomains, "*" for all, or a URL prefix. To allow, a host without a port means the default one. */
export function fitsUrl(pattern: string, url: URL, reading: PatternReading): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (wanted.includes('://')) {
    // The rest of a URL is case-sensitive.
    const begin = URL.canParse(pattern.trim()) ? new URL(pattern.trim()) : null;
    if (!begin) return reading === 'wide';
    if (reading === 'narrow') return begin.origin === url.origin && wayOf(url).startsWith(wayOf(begin));
    return isAtHost(hostOf(begin), url) && plainWay(url).startsWith(plainWay(begin));
  }
  if (wanted === '*') return true;
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(wanted) ?? [];
  if (port === undefined ? reading === 'narrow' && url.port !== '' : port !== portOf(url)) return false;
  return isAtHost(host.startsWith('*.') ? `*.${asciiHost(host.slice(2))}` : asciiHost(host), url);
}

const isAtHost = (host: string, url: URL): boolean =>
  host.startsWith('*.') ? hostOf(url).endsWith(host.slice(1)) : hostOf(url) === host;

const wayOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** Normalizes spellings that a server may treat as equal: percent codes, slashes and case. */
function plainWay(url: URL): string {
  let way = wayOf(url);
  for (let time = 0; time < 3; time += 1) way = way.replace(/%[2-7][\da-f]/gi, (code) => decodeURIComponent(code));
  return way.replace(/[\\/]+/g, '/').toLowerCase();
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');
const asciiHost = (host: string): string => (URL.canParse(`http://${host}`) ? hostOf(new URL(`http://${host}`)) : host);

type RunTool = Pick<ContributedTool, 'extensionId' | 'id' | 'origin'>;

/**
 * `extension:tool`, or "*" for all its tools, with ` in ` and the extension's folder. Without a folder it allows
 * bundled extensions only, but denies or asks for every extension with that id.
 */
export function fitsTool(pattern: string, { extensionId, id, origin }: RunTool, reading: PatternReading): boolean {
  const [, named = '', place] = /^(\S*)(?: in (.+))?$/s.exec(pattern) ?? [];
  if (named !== `${extensionId}:${id}` && named !== `${extensionId}:*`) return false;
  return place === undefined ? reading === 'wide' || origin === bundledOrigin : place === origin;
}

export const toolPattern = ({ extensionId, id, origin }: RunTool): string =>
  `${extensionId}:${id}${origin === bundledOrigin ? '' : ` in ${origin}`}`;
