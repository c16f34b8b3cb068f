import { readCmd } from './cmd-parts.ts';
import { harmlessBeginning, harmlessLook, type LookedAt } from './harmless-commands.ts';
import { quotedWord } from './quoted-line.ts';
import { grammarReason, isChanger, isGrammar, isHarmlessVariable, isRunner, plainName } from './shell-commands.ts';
import { readShell, type ShellCommand, type ShellText, type ShellWord } from './shell-words.ts';

/** One command of a line, in the form that allowing rules are applied to. */
export interface JudgedCommand {
  /** Its words in normalized quoting, after the assignments before it. */
  readonly text: string;
  /** As passed to the program. */
  readonly words: readonly string[];
  /** The files it reads, if it is known to do nothing else; null: only its exact words can be allowed. */
  readonly looks: LookedAt | null;
  /** The words before the star of a wider pattern to suggest. */
  readonly beginning: string | null;
}

/** A parsed shell line for the rules. */
export interface ShellLine {
  /** The commands of the chain, nested ones included. */
  readonly commands: readonly JudgedCommand[];
  /** Texts for rules that deny or ask: the commands in other spellings, and the arguments of runners. */
  readonly spellings: readonly string[];
  /** Possible further commands: the text from any word on, or within a word. */
  readonly hints: readonly string[];
  /** It was too long to be examined completely. */
  readonly isCut: boolean;
  /** Why no rule can allow it, as a sentence: what it runs is not certain. */
  readonly warning?: string | undefined;
}

const maxCommands = 200;
/** Words of a command that are searched for further commands. */
const maxWords = 30;
/** Places in one of these words that are parsed as a line, and the depth of their nesting. */
const maxLines = 4;
const deepest = 2;
const maxSpellings = 2_000;
/** Characters parsed for this in total. */
const maxRead = 100_000;

const reasons = {
  unplain: (word: string) =>
    `what the shell makes of “${word.slice(0, 60)}” depends on its variables or on the files that are there.`,
  changer: (name: string) => `“${name}” changes what the commands after it do.`,
  piped: (name: string) => `“${name}” gets what another command puts out, and may run it.`,
} as const;

/** Parses a line like the system's shell. Any uncertainty becomes a warning. */
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
    // Reserved words cause a warning, except "!", which changes nothing.
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
    // Some shells take `a+=b` as a command.
    if (assignments.some(({ assigns = '' }) => assigns.endsWith('+'))) grammar.push(grammarReason);
    if (!command) {
      // An assignment alone affects later commands.
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

  /** Arguments may be commands: from any word on, or within a word. */
  function lookBehind(words: readonly ShellWord[]): void {
    const found = isRunner(plainName(words[0]?.value ?? '')) ? spellings : hints;
    if (words.length > maxWords) isCut = true;
    for (let at = 1; at < Math.min(words.length, maxWords); at += 1) {
      spell(words.slice(at), found);
      given(words[at]?.value ?? '', found);
    }
  }

  /** A word may be a line, or end with one, as in `alias.x=!rm y` and `system("rm y")`. */
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

  /** @param assignments that an allowing rule has to include, as any variable might make a program run another */
  function add(
    words: readonly ShellWord[],
    known: Pick<JudgedCommand, 'looks' | 'beginning'>,
    assignments: readonly ShellWord[] = [],
  ): void {
    const [first, ...others] = words.map(shown);
    // Quoted it is a file name; unquoted it would look like an assignment.
    const name = words[0]?.assigns === undefined && /^\w+\+?=/.test(first ?? '') ? `'${first}'` : (first ?? '');
    const text = [...assignments.map(assigned), name, ...others].join(' ');
    commands.push({ text, words: words.map(({ value }) => value), ...known });
    spell(words, spellings);
  }

  function spell(words: readonly ShellWord[], found: Set<string>): void {
    for (const kind of ['value', 'bare'] as const) {
      // An empty expansion yields no word.
      const [command = '', ...args] = words
        .map((word) => word[kind])
        .filter((text, at) => text !== '' || words[at]?.isPlain);
      for (const name of new Set([command, plainName(command)])) found.add([name, ...args].join(' ').toLowerCase());
    }
    found.add(words.map(shown).join(' ').toLowerCase());
  }
}

/** A canonical spelling with the same meaning; a word that the shell expands stays unchanged. */
function inOneSpelling({ raw, value, isPlain }: Pick<ShellWord, 'raw' | 'value' | 'isPlain'>): string {
  return isPlain ? quotedWord(value) : raw;
}

/** The name before "=" must stay unquoted, or it would be a plain word. */
const assigned = ({ raw, value, isPlain, assigns = '' }: ShellWord): string => {
  const given = value.slice(assigns.length + 1);
  return isPlain && given !== '' ? `${assigns}=${inOneSpelling({ raw: given, value: given, isPlain })}` : raw;
};
