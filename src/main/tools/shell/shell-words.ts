/**
 * Takes a line apart as a POSIX shell does, into commands of words. What it meets that would run something which cannot
 * be told from the line, or write a file, is a warning; the text inside is taken apart as well, as far as it goes.
 * A word is plain when it holds nothing but what every shell passes on as it stands.
 */

export interface ShellWord {
  /** As it stands in the line. */
  readonly raw: string;
  /** Without quotes; what the shell expands stays as it is written. */
  readonly value: string;
  /** The same when nothing comes of what the shell expands, as of a variable that is not set. */
  readonly bare: string;
  /** The shell passes on `value` as it is. */
  readonly isPlain: boolean;
  /** The name, when it may be an assignment. */
  readonly assigns?: string | undefined;
}

/** What stands between two operators. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** It may read what the one before it puts out. */
  readonly isPiped: boolean;
}

export interface ShellText {
  readonly commands: readonly ShellCommand[];
  /** Why it cannot be told what runs; in the order in which it was met. */
  readonly warnings: readonly string[];
}

/** Texts within texts; what is deeper is not looked at. */
const deepest = 8;
const simpleParameter = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])$/;
const blank = /[ \t]/;
const meta = /[ \t\n;&|<>()]/;
/** What no shell gives a meaning outside quotes, wherever in a word it stands. */
const plainCharacter = /[\w@%+=:,./^-]|\p{L}|\p{N}|\p{M}/u;
/** And these behind one of them, as in `HEAD~1` and `a#b`. */
const plainInside = /[\w.^~-][~#]$/;

/** Whether a text means itself where it stands without quotes. */
export const isBare = (text: string): boolean =>
  /^[[\]]$/.test(text) ||
  (text !== '' &&
    [...text].every((one, at, all) => plainCharacter.test(one) || plainInside.test(all.slice(0, at + 1).join(''))));

export function readShell(line: string, depth = 0): ShellText {
  const commands: ShellCommand[] = [];
  const warnings: string[] = [];
  let words: ShellWord[] = [];
  let at = 0;
  let isJoined = false;
  let isPiped = false;

  const warn = (why: string): void => void (warnings.includes(why) || warnings.push(why));
  const starts = (text: string): boolean => line.startsWith(text, at);
  function endCommand(): void {
    if (words.length > 0) commands.push({ words, isPiped });
    words = [];
  }
  function inside(text: string): void {
    if (depth >= deepest) return;
    const read = readShell(text, depth + 1);
    commands.push(...read.commands);
    for (const each of read.warnings) warn(each);
  }

  while (at < line.length) {
    const character = line[at] ?? '';
    // Between words it is a space; within one it joins what shells then read otherwise.
    if (starts('\\\n')) at += 2;
    else if (blank.test(character)) at += 1;
    else if (character === '#') at = endOr(line.indexOf('\n', at));
    else if (character === '<' || character === '>' || starts('&>')) redirection();
    else if (/[\n;&|]/.test(character)) {
      if (starts(';;') || starts(';&')) warn(reasons.grammar);
      const pipes = character === '|' && !starts('||');
      at += starts('&&') || starts('||') || starts('|&') || starts(';;') ? 2 : 1;
      // A line may go on behind a pipe.
      const isEmpty = character === '\n' && words.length === 0;
      endCommand();
      if (!isEmpty) isPiped = pipes;
    } else if (character === '(' || character === ')') {
      warn(reasons.group);
      at += 1;
      endCommand();
    } else {
      const word = readWord();
      const isDescriptor = /[<>]/.test(line[at] ?? '') && /^(?:\d+|\{\w*\})$/.test(word.raw);
      if (!isDescriptor) words.push(word);
      // Shells differ in whether it belongs to the redirection.
      else if (word.raw.length > 1) warn(reasons.redirection);
    }
  }
  endCommand();
  if (isJoined && depth < deepest) inside(line.replace(/\\([\s\S])/g, (pair, next) => (next === '\n' ? '' : pair)));
  return { commands, warnings };

  /** A word goes on in the next line, and what is read of it here may not be what it is. */
  function joins(): void {
    isJoined = true;
    warn(reasons.joined);
  }

  function endOr(place: number): number {
    return place < 0 ? line.length : place;
  }

  function redirection(): void {
    const operator = /^(?:&>>?|<<<|<<-?|<&|<>|>>|>&|>\||[<>])/.exec(line.slice(at))?.[0] ?? '>';
    at += operator.length;
    if (operator.startsWith('<<')) warn(reasons.hereDocument);
    if (line[at] === '(') return warn(reasons.substitution);
    while (blank.test(line[at] ?? '') || starts('\\\n')) at += starts('\\\n') ? 2 : 1;
    const target = meta.test(line[at] ?? '\n') ? null : readWord();
    const isHarmless =
      operator === '>&' || operator === '<&'
        ? /^(?:\d|-)$/.test(target?.raw ?? '')
        : (operator === '>' || operator === '>>' || operator === '<') && target?.raw === '/dev/null';
    if (!isHarmless && !operator.startsWith('<<')) warn(reasons.redirection);
  }

  function readWord(): ShellWord {
    let raw = '';
    let value = '';
    let bare = '';
    let isPlain = true;
    let isQuoted = false;
    let assigns: string | undefined;
    const take = (count: number): string => {
      const taken = line.slice(at, at + count);
      at += count;
      raw += taken;
      return taken;
    };
    const add = (text: string): void => {
      value += text;
      bare += text;
    };
    const expand = (isInQuotes: boolean): void => {
      isPlain = false;
      value += take(expansionLength(isInQuotes));
    };
    while (at < line.length) {
      // A letter may be two of JavaScript's characters.
      const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
      if (starts('\\\n')) {
        at += 2;
        if (at < line.length && !meta.test(line[at] ?? '')) joins();
        continue;
      }
      if (meta.test(character)) break;
      if (character === '\\') {
        isQuoted = true;
        take(1);
        if (at >= line.length) warn(reasons.quotes);
        add(take(1));
      } else if (character === "'") {
        isQuoted = true;
        const end = line.indexOf("'", at + 1);
        if (end < 0) warn(reasons.quotes);
        add(take((end < 0 ? line.length : end + 1) - at).slice(1, end < 0 ? undefined : -1));
      } else if (character === '"') {
        isQuoted = true;
        take(1);
        quoted(take, expand, add);
      } else if (character === '$' || character === '`') expand(false);
      else {
        if (character === '=' && !isQuoted && isPlain && /^[A-Za-z_]\w*\+?$/.test(value)) assigns ??= value;
        add(take(character.length));
        if (!plainCharacter.test(character) && !plainInside.test(raw)) isPlain = false;
      }
    }
    // A bracket alone, which is a command, opens nothing.
    if (raw === '[' || raw === ']') isPlain = true;
    return { raw, value, bare, isPlain, ...(assigns !== undefined && { assigns }) };
  }

  /** What stands between double quotes, to the one that ends it. */
  function quoted(take: (count: number) => string, expand: (isInQuotes: boolean) => void, add: (text: string) => void) {
    for (;;) {
      if (at >= line.length) return warn(reasons.quotes);
      if (line[at] === '"') return void take(1);
      if (starts('\\\n')) {
        at += 2;
        joins();
      } else if (line[at] === '\\') {
        const taken = take(2);
        add(/^\\[$`"\\]$/.test(taken) ? taken.slice(1) : taken);
      } else if (line[at] === '$' || line[at] === '`') expand(true);
      else add(take(1));
    }
  }

  /** Looks at the expansion that begins here. @returns how many characters it takes */
  function expansionLength(isInQuotes: boolean): number {
    if (line[at] === '`') {
      const text = /^`((?:\\[\s\S]|[^\\`])*)(`?)/.exec(line.slice(at));
      warn(text?.[2] ? reasons.substitution : reasons.quotes);
      inside((text?.[1] ?? '').replace(/\\([\\`$])/g, '$1'));
      return text?.[0].length ?? 1;
    }
    const next = line[at + 1] ?? '';
    if (next === '(') {
      const end = endOfParentheses(line, at + 1);
      warn(reasons.substitution);
      inside(line.slice(at + 2, end));
      return Math.min(end + 1, line.length) - at;
    }
    if (next === '{') {
      const end = line.indexOf('}', at);
      const content = line.slice(at + 2, endOr(end));
      if (end >= 0 && simpleParameter.test(content)) return end + 1 - at;
      warn(end < 0 ? reasons.quotes : reasons.expansion);
      // What stands in it is read on as a part of the word.
      return 2;
    }
    if (next === '[' || (!isInQuotes && (next === "'" || next === '"'))) {
      warn(reasons.expansion);
      return 1;
    }
    return /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])?/.exec(line.slice(at))?.[0].length ?? 1;
  }
}

/** Reasons, each of which goes on after "No rule can allow this: ". */
const reasons = {
  quotes: 'a quote has no end.',
  group: 'it has a group, a subshell or a function.',
  grammar: 'it has more of the shell’s grammar than a list of commands.',
  redirection: 'it reads or writes a file by a redirection.',
  hereDocument: 'it has a here-document.',
  substitution: 'it runs what another command puts out, or runs one inside another.',
  expansion: 'it has an expansion that can do more than put in a value.',
  joined: 'a word in it goes on in the next line.',
} as const;

/** @returns the place of the parenthesis that ends the one at `begin`; the length of the text without one */
function endOfParentheses(text: string, begin: number): number {
  let open = 0;
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === "'") at = endOf(text, text.indexOf("'", at + 1));
    else if (character === '(') open += 1;
    else if (character === ')') {
      open -= 1;
      if (open === 0) return at;
    }
  }
  return text.length;
}

const endOf = (text: string, place: number): number => (place < 0 ? text.length : place);
