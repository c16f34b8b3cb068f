import type { ContributedTool } from '../../../shared/contract/tool.ts';
import { bundledOrigin } from '../../credentials/credential-owners.ts';
import { compileGlobs, type Glob } from '../../workspace/glob.ts';
import { plainName } from '../shell/shell-commands.ts';

/**
 * The patterns of rules. A rule that denies or asks is read widely, one that allows to the letter: where the two could
 * be meant, the person is asked once more and nothing happens that they did not mean.
 */
export type Reading = 'wide' | 'narrow';

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

/** Whether all of a glob is matched: one that stands for too many would be cut off. */
export function isUsableGlob(pattern: string): boolean {
  let alternatives = 1;
  for (const group of pattern.split('{').slice(1)) alternatives *= group.split(',').length;
  return alternatives <= maxAlternatives && compileGlobs([pattern], true) !== null;
}

const isAbsolutePattern = (pattern: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(pattern);
const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

/**
 * @param shown relative to the folder, or absolute, with "/". @param absolute the same path, absolute, with "/"
 * Read widely, a pattern that fits a folder fits all in it, letters count in any case, and "**" begins anywhere.
 */
export function fitsPath(pattern: string, shown: string, absolute: string, reading: Reading): boolean {
  const glob = globOf(pattern.normalize('NFC'), reading === 'narrow' && process.platform === 'linux');
  // Of a rule that cannot be read, nobody knows what it would have kept out.
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

/** "*" stands for anything, "\*" for a star; " *" at the end also for nothing. */
export function fitsCommand(pattern: string, text: string): boolean {
  const trimmed = pattern.trim();
  if (trimmed.endsWith(' *') && !trimmed.endsWith('\\ *') && fitsStars(trimmed.slice(0, -2), text)) return true;
  return fitsStars(trimmed, text);
}

/**
 * Whether a command may be what a pattern means, spelt in another way: with options before the word that says what it does, or
 * with letters of options in another order. @param pattern in small letters. @param words of the command
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

/** Whether a pattern means a text and no other; a star at its end then stands for nothing. */
export function isExactly(pattern: string, text: string): boolean {
  const trimmed = pattern.trim();
  return [trimmed, trimmed.replace(/(?<!\\) \*$/, '')].some(
    (one) => !hasStar(one) && one.replaceAll('\\*', '*') === text,
  );
}
const hasStar = (pattern: string): boolean => /(?<!\\)\*/.test(pattern);

/** A text as a pattern that fits it alone. */
export const asCommandPattern = (text: string): string => text.replaceAll('*', '\\*');

/** By the pieces between the stars, each at the first place where it can be: a line may be long, and rules may be many. */
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

/** A host, "*." for those below it, "*" for every one, or the beginning of an address. A host without a port allows the usual one. */
export function fitsUrl(pattern: string, url: URL, reading: Reading): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (wanted.includes('://')) {
    // The rest of an address tells letters apart.
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

/** In one of the spellings that a service may take for the same: of letters by their codes, and of slashes. */
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
 * `extension:tool`, "*" for every tool of it, with ` in ` and the folder of the extension. Without a folder it allows what
 * comes with the app alone, and means every extension of that id where it denies or asks.
 */
export function fitsTool(pattern: string, { extensionId, id, origin }: RunTool, reading: Reading): boolean {
  const [, named = '', place] = /^(\S*)(?: in (.+))?$/s.exec(pattern) ?? [];
  if (named !== `${extensionId}:${id}` && named !== `${extensionId}:*`) return false;
  return place === undefined ? reading === 'wide' || origin === bundledOrigin : place === origin;
}

export const toolPattern = ({ extensionId, id, origin }: RunTool): string =>
  `${extensionId}:${id}${origin === bundledOrigin ? '' : ` in ${origin}`}`;
