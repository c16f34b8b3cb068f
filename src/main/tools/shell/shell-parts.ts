import { readCmd } from './cmd-parts.ts';
import { harmlessBeginning, harmlessLook, type LookedAt } from './harmless-commands.ts';
import { grammarReason, isChanger, isGrammar, isHarmlessVariable, isRunner, plainName } from './shell-commands.ts';
import { isBare, readShell, type ShellCommand, type ShellText, type ShellWord } from './shell-words.ts';

/** One command of a line, as rules that allow are held against it. */
export interface JudgedCommand {
  /** Its words, quoted as far as they need it, behind the variables that are set for it. */
  readonly text: string;
  /** As the program gets them. */
  readonly words: readonly string[];
  /** What it looks at, when it is known to do nothing else; null: only its exact words can be allowed. */
  readonly looks: LookedAt | null;
  /** Of a wider pattern that may be suggested: what stands before the star. */
  readonly beginning: string | null;
}

/** A line for the shell as it is judged. */
export interface ShellLine {
  /** Those of the chain, also those inside others. */
  readonly commands: readonly JudgedCommand[];
  /** What rules that deny or ask are held against: the commands in other spellings, and what runners are given. */
  readonly spellings: readonly string[];
  /** What it may run besides, as far as one can see: whatever stands behind a word, or within one. */
  readonly hints: readonly string[];
  /** It holds more than was looked at. */
  readonly isCut: boolean;
  /** Why no rule can allow it, in a sentence: it cannot be told for sure what runs. */
  readonly warning?: string | undefined;
}

const maxCommands = 200;
/** Of a command: how many of its words are looked at for others. */
const maxWords = 30;
/** Of one of these words: at how many places a line is looked for, and how deep they lie in one another. */
const maxLines = 4;
const deepest = 2;
const maxSpellings = 2_000;
/** Characters that are read for it in all. */
const maxRead = 100_000;

const reasons = {
  unplain: (word: string) =>
    `what the shell makes of “${word.slice(0, 60)}” depends on its variables or on the files that are there.`,
  changer: (name: string) => `“${name}” changes what the commands after it do.`,
  piped: (name: string) => `“${name}” gets what another command puts out, and may run it.`,
} as const;

/** Splits a line as the system's shell does. Whatever it is unsure of is a warning. */
export function partsOf(
  line: string,
  platform: NodeJS.Platform = process.platform,
  reader: (line: string) => ShellText = platform === 'win32' ? readCmd : readShell,
): ShellLine {
  const { commands: read, warnings } = reader(line);
  const shown = platform === 'win32' ? ({ raw }: ShellWord) => raw : inOneSpelling;
  const grammar = [...warnings];
  const doubts: string[] = [];
  const commands: JudgedCommand[] = [];
  const spellings = new Set<string>([line.trim().toLowerCase()]);
  const hints = new Set<string>();
  let characters = 0;
  let isCut = read.length > maxCommands;

  for (const command of read.slice(0, maxCommands)) judge(command);
  if (/[^\P{C}\n\t]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u.test(line))
    grammar.unshift('it has characters that cannot be seen.');
  if (isCut) grammar.push('it has too many commands.');
  if (commands.length === 0 && grammar.length === 0) grammar.push('it has no command.');
  const [reason] = [...grammar, ...doubts];
  return {
    commands,
    spellings: [...spellings],
    hints: [...hints],
    isCut,
    ...(reason !== undefined && { warning: `No rule can allow this line: ${reason}` }),
  };

  function judge({ words: all, isPiped }: ShellCommand): void {
    // Of a word of the grammar the warning tells, but for "!", which changes nothing.
    let begin = 0;
    while (begin < all.length && isGrammar(all[begin])) {
      if (all[begin]?.raw !== '!') grammar.push(grammarReason);
      begin += 1;
    }
    const rest = all.slice(Math.min(begin, all.length - 1));
    const unplain = rest.find(({ isPlain }) => !isPlain);
    if (unplain) doubts.push(reasons.unplain(unplain.raw));
    const first = rest.findIndex(({ assigns }) => assigns === undefined);
    const assignments = first < 0 ? rest : rest.slice(0, first);
    const words = first < 0 ? [] : rest.slice(first);
    const [command] = words;
    // Some shells take it for a command.
    if (assignments.some(({ assigns = '' }) => assigns.endsWith('+'))) grammar.push(grammarReason);
    if (!command) {
      // A variable alone holds for the commands that follow.
      for (const { assigns = '' } of assignments) doubts.push(reasons.changer(assigns));
      return add(rest, { looks: null, beginning: null });
    }
    const values = words.map(({ value }) => value);
    const name = plainName(command.value);
    if (read.length > 1 && isChanger(name, values.slice(1))) doubts.push(reasons.changer(name));
    const telling = assignments.filter(({ assigns = '' }) => !isHarmlessVariable(assigns));
    const isKnown = unplain === undefined && telling.length === 0 && !/[\\/]/.test(command.value);
    const looks = isKnown ? harmlessLook(values) : null;
    if (isPiped && looks === null) doubts.push(reasons.piped(name));
    add(words, { looks, beginning: isKnown ? harmlessBeginning(values) : null }, telling);
    if (looks === null) lookBehind(words);
  }

  /** What a program is given may be a command, word by word or in one of them. */
  function lookBehind(words: readonly ShellWord[]): void {
    const found = isRunner(plainName(words[0]?.value ?? '')) ? spellings : hints;
    if (words.length > maxWords) isCut = true;
    for (let at = 1; at < Math.min(words.length, maxWords); at += 1) {
      spell(words.slice(at), found);
      given(words[at]?.value ?? '', found);
    }
  }

  /** A word may be a line itself, or end with one, as in `alias.x=!rm y` and `system("rm y")`. */
  function given(text: string, found: Set<string>, depth = 0): void {
    const begins = [...text.matchAll(/[=!]/g)].map(({ index }) => index + 1);
    if (begins.length > maxLines) isCut = true;
    for (const begin of [0, ...begins.slice(0, maxLines)]) {
      characters += text.length - begin;
      if (characters > maxRead || found.size > maxSpellings) {
        isCut = true;
        return;
      }
      for (const { words } of readShell(text.slice(begin)).commands.slice(0, maxCommands)) {
        const looked = words.slice(0, maxWords);
        for (const at of looked.keys()) spell(words.slice(at), found);
        if (depth < deepest) for (const { raw, value } of looked) if (/['"]/.test(raw)) given(value, found, depth + 1);
      }
    }
  }

  /** @param assignments which a rule that allows it has to name: nobody knows every variable that makes a program run another */
  function add(
    words: readonly ShellWord[],
    known: Pick<JudgedCommand, 'looks' | 'beginning'>,
    assignments: readonly ShellWord[] = [],
  ): void {
    const [first, ...others] = words.map(shown);
    // Quoted, it is the name of a file; bare it would read as one that is set.
    const name = words[0]?.assigns === undefined && /^\w+\+?=/.test(first ?? '') ? `'${first}'` : (first ?? '');
    const text = [...assignments.map(assigned), name, ...others].join(' ');
    commands.push({ text, words: words.map(({ value }) => value), ...known });
    spell(words, spellings);
  }

  function spell(words: readonly ShellWord[], found: Set<string>): void {
    for (const kind of ['value', 'bare'] as const) {
      // What comes to nothing is no word either.
      const [command = '', ...args] = words
        .map((word) => word[kind])
        .filter((text, at) => text !== '' || words[at]?.isPlain);
      for (const name of new Set([command, plainName(command)])) found.add([name, ...args].join(' ').toLowerCase());
    }
    found.add(words.map(shown).join(' ').toLowerCase());
  }
}

/** As it means the same and is spelt in one way only; a word that the shell expands stays as it was written. */
function inOneSpelling({ raw, value, isPlain }: Pick<ShellWord, 'raw' | 'value' | 'isPlain'>): string {
  if (!isPlain) return raw;
  return isBare(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** An assignment keeps its beginning, without which it would be a word. */
const assigned = ({ raw, value, isPlain, assigns = '' }: ShellWord): string => {
  const given = value.slice(assigns.length + 1);
  return isPlain && given !== '' ? `${assigns}=${inOneSpelling({ raw: given, value: given, isPlain })}` : raw;
};
