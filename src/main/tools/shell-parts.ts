import { readCmd } from './cmd-parts.ts';
import {
  grammarReason,
  hiddenCommand,
  isDangerousVariable,
  isGrammar,
  isHarmlessVariable,
  plainName,
} from './shell-commands.ts';
import { readShell, type ShellWord } from './shell-words.ts';

/** A line for the shell as it is judged. */
export interface ShellLine {
  /** The commands of the chain, also those inside others; words are quoted as far as they need it. */
  readonly parts: readonly string[];
  /** Everything that rules which deny or ask are held against: the parts in other spellings, and what runners are given. */
  readonly spellings: readonly string[];
  /** Why no rule can allow it, in a sentence: it cannot be told for sure what runs. */
  readonly warning?: string | undefined;
}

const mostParts = 200;
/** Of a command whose arguments are commands: how many of them are looked at. */
const mostWords = 30;
/** Of one of these arguments: at how many places a line is looked for, and how deep they lie in one another. */
const mostLines = 4;
const deepest = 2;
const mostSpellings = 2_000;
/** Characters that are read for it in all. */
const mostRead = 100_000;
const unknownReason = 'what its command is depends on a variable or on the files that are there.';

/** Splits a line as the system's shell does. Whatever it is unsure of is a warning. */
export function partsOf(line: string, platform: NodeJS.Platform = process.platform): ShellLine {
  const { commands, warnings } = platform === 'win32' ? readCmd(line) : readShell(line);
  const shown = platform === 'win32' ? ({ raw }: ShellWord) => raw : inOneSpelling;
  const reasons = [...warnings];
  const parts: string[] = [];
  const spellings = new Set<string>([line.trim().toLowerCase()]);
  let read = 0;

  for (const words of commands.slice(0, mostParts)) judge(words);
  if (/[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u.test(line))
    reasons.unshift('it has characters that cannot be seen.');
  if (commands.length > mostParts) reasons.push('it has too many commands.');
  if (parts.length === 0 && reasons.length === 0) reasons.push('it has no command.');
  const [reason] = reasons;
  return {
    parts,
    spellings: [...spellings],
    ...(reason !== undefined && { warning: `No rule can allow this line: ${reason}` }),
  };

  function judge(all: readonly ShellWord[]): void {
    // Of a word of the grammar the warning tells, but for "!", which changes nothing.
    let begin = 0;
    while (begin < all.length - 1 && isGrammar(all[begin])) {
      if (all[begin]?.raw !== '!') reasons.push(grammarReason);
      begin += 1;
    }
    const rest = all.slice(begin);
    const first = rest.findIndex(({ assigns }) => assigns === undefined);
    const assignments = first < 0 ? rest : rest.slice(0, first);
    for (const { assigns = '' } of assignments) {
      const name = assigns.replace(/\+$/, '');
      if (isDangerousVariable(name) || name !== assigns) reasons.push(`${name} changes what commands do.`);
    }
    // Without a command they hold for those that follow.
    if (first < 0) return add(rest);
    const words = rest.slice(first);
    const [command, ...args] = words;
    if (!command) return;
    if (!command.isPlain && command.raw !== '[') reasons.push(unknownReason);
    const values = args.map(({ value }) => value);
    const hidden = hiddenCommand(command.value, values);
    if (hidden) {
      reasons.push(hidden);
      for (const [at] of args.slice(0, mostWords).entries()) spell(args.slice(at));
      for (const value of values.slice(0, mostWords)) given(value);
    }
    add(
      words,
      assignments.filter(({ assigns = '' }) => !isHarmlessVariable(assigns)),
    );
  }

  /** What a runner is given may be a line itself, or end with one, as in `alias.x=!rm y` and `system("rm y")`. */
  function given(text: string, depth = 0): void {
    const begins = [...text.matchAll(/[=!]/g)].slice(0, mostLines).map(({ index }) => index + 1);
    for (const begin of [0, ...begins]) {
      read += text.length - begin;
      if (read > mostRead || spellings.size > mostSpellings) return;
      const { commands, warnings } = readShell(text.slice(begin));
      const isShown = depth === 0 && begin === 0 && warnings.length === 0 && /[\s;&|]/.test(text);
      for (const words of commands.slice(0, mostParts)) {
        if (isShown) add(words);
        const looked = words.slice(0, mostWords);
        for (const at of looked.keys()) spell(words.slice(at));
        if (depth < deepest) for (const { raw, value } of looked) if (/['"]/.test(raw)) given(value, depth + 1);
      }
    }
  }

  /** @param assignments which a rule that allows it has to name: nobody knows every variable that makes a program run another */
  function add(words: readonly ShellWord[], assignments: readonly ShellWord[] = []): void {
    if (parts.length < mostParts) parts.push([...assignments.map(assigned), ...words.map(shown)].join(' '));
    spell(words);
  }

  function spell(words: readonly ShellWord[]): void {
    const [command, ...args] = words.map(({ value }) => value);
    for (const name of new Set([command ?? '', plainName(command ?? '')])) {
      spellings.add([name, ...args].join(' ').toLowerCase());
    }
    spellings.add(words.map(shown).join(' ').toLowerCase());
  }
}

/** As it means the same and is spelt in one way only; a word that the shell expands stays as it was written. */
function inOneSpelling({ raw, value, isPlain }: ShellWord): string {
  if (!isPlain) return raw;
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** An assignment keeps its beginning, without which it would be a word. */
const assigned = ({ raw, value, isPlain, assigns = '' }: ShellWord): string => {
  const given = value.slice(assigns.length + 1);
  return isPlain && given !== '' ? `${assigns}=${inOneSpelling({ raw: given, value: given, isPlain })}` : raw;
};
