import { FailureError } from '../../../shared/contract/errors.ts';
import { isGrammar } from './shell-commands.ts';
import { isBare } from './shell-words.ts';

/** A word as the shell of POSIX takes it, in quotes only if it needs them. */
export const quotedWord = (word: string): string => (isBare(word) ? word : inQuotes(word));

const inQuotes = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * A line by which the system's shell runs a program with exactly these words.
 * @throws {FailureError} for words that cannot be passed
 */
export function quotedLine(words: readonly string[], platform: NodeJS.Platform = process.platform): string {
  if (!words[0]) throw refuse('The first word is the program to run, and it is empty.');
  return words.map(platform === 'win32' ? quotedForCmd : quotedForPosix).join(' ');
}

const quotedForPosix = (word: string, at: number): string =>
  // Bare, the shell would take it for an assignment or for a part of its grammar.
  at === 0 && (word.includes('=') || isGrammar({ raw: word })) ? inQuotes(word) : quotedWord(word);

/** Of words that every part of cmd.exe and every program reads alike. */
const isBareForCmd = (word: string, at: number): boolean =>
  (at === 0 ? /^(?!:)[\p{L}\p{N}_:.\\-]+$/u : /^[\p{L}\p{N}_:.\\/+-]+$/u).test(word) && !isGrammar({ raw: word });

function quotedForCmd(word: string, at: number): string {
  // It replaces variables within quotes too, and a quote within them ends them for one of its two readers.
  const sign = /["%!^\r\n]/.exec(word)?.[0];
  if (sign !== undefined) {
    const shown = /\s/.test(sign) ? 'a line break' : `“${sign}”`;
    throw refuse(`A word has ${shown}, which the shell of Windows passes on to no program for sure.`);
  }
  // A backslash before the quote at the end would be read as belonging to that.
  return isBareForCmd(word, at) ? word : `"${word.replace(/\\+$/, '$&$&')}"`;
}

const refuse = (message: string): FailureError => new FailureError({ code: 'invalid-request', message });
