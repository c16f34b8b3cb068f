/**
 * Parses a line like a POSIX shell, into commands of words. Constructs that write a file, or run something that is not
 * certain from the line, cause a warning; nested text is parsed too, as far as possible. A word is plain when every
 * shell passes it on unchanged.
 */

export interface ShellWord {
  /** As written in the line. */
  readonly raw: string;
  /** Without quotes; expansions stay as written. */
  readonly value: string;
  /** As `value`, with expansions replaced by nothing, as for an unset variable. */
  readonly bare: string;
  /** The shell passes on `value` unchanged. */
  readonly isPlain: boolean;
  /** The name, if the word may be an assignment. */
  readonly assigns?: string | undefined;
}

/** The words between two operators. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** It may read the output of the command before it. */
  readonly isPiped: boolean;
}

export interface ShellText {
  readonly commands: readonly ShellCommand[];
  /** Why it is not certain what runs, in order of occurrence. */
  readonly warnings: readonly string[];
}

/** Depth of nested texts; deeper ones are not parsed. */
const deepest = 8;
const simpleParameter = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])$/;
const blank = /[ \t]/;
const meta = /[ \t\n;&|<>()]/;
/** Characters that are special to no shell outside quotes, anywhere in a word. */
const plainCharacter = /[\w@%+=:,./^\p{L}\p{N}\p{M}-]/u;
/** "~" and "#" after one of these, as in `HEAD~1` and `a#b`. */
const plainInside = /(?<=[\w.^~-])[~#]/;
const plainWord = new RegExp(`^(?:${plainCharacter.source}|${plainInside.source})+$`, 'u');

/** Whether a text needs no quotes. */
export const isBare = (text: string): boolean => /^[[\]]$/.test(text) || plainWord.test(text);

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
    // Between words it acts as a space; within a word it joins parts, which shells then interpret differently.
    if (starts('\\\n')) at += 2;
    else if (blank.test(character)) at += 1;
    else if (character === '#') at = endOr(line.indexOf('\n', at));
    else if (character === '<' || character === '>' || starts('&>')) redirection();
    else if (/[\n;&|]/.test(character)) {
      if (starts(';;') || starts(';&')) warn(reasons.grammar);
      const pipes = character === '|' && !starts('||');
      at += starts('&&') || starts('||') || starts('|&') || starts(';;') ? 2 : 1;
      // A line may continue after a pipe.
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
      // Shells differ in whether the number belongs to the redirection.
      else if (word.raw.length > 1) warn(reasons.redirection);
    }
  }
  endCommand();
  if (isJoined && depth < deepest) inside(line.replace(/\\([\s\S])/g, (pair, next) => (next === '\n' ? '' : pair)));
  return { commands, warnings };

  /** A word continues in the next line, so its parsed form may be wrong. */
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
      // A code point may take two UTF-16 units.
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
        if (!plainCharacter.test(character) && !plainInside.test(raw.slice(-2))) isPlain = false;
      }
    }
    // A bracket alone is a command and opens no pattern.
    if (raw === '[' || raw === ']') isPlain = true;
    return { raw, value, bare, isPlain, ...(assigns !== undefined && { assigns }) };
  }

  /** Reads a double-quoted part, up to the closing quote. */
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

  /** Checks the expansion that begins here. @returns its length in characters */
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
      // Its content is parsed as a part of the word.
      return 2;
    }
    if (next === '[' || (!isInQuotes && (next === "'" || next === '"'))) {
      warn(reasons.expansion);
      return 1;
    }
    return /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])?/.exec(line.slice(at))?.[0].length ?? 1;
  }
}

/** Reasons, which continue the sentence "No rule can allow this line: ". */
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

/** @returns the index of the closing parenthesis; the length of the text if there is none */
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
