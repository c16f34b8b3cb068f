import { plainName } from './shell-commands.ts';
import type { ShellText, ShellWord } from './shell-words.ts';

/** Commands of cmd.exe that run their arguments or change later commands, besides those of all platforms. */
const tellsNothing =
  /^(?:set|setx|if|for|goto|pushd|popd|assoc|ftype|path|prompt|shift|setlocal|endlocal|cmd|start|call|forfiles|runas|rundll32|mshta|wscript|cscript|powershell|pwsh)$/;

/**
 * Parses a line like cmd.exe. Its rules differ by command and by how a program parses its command line, so only plain
 * lines have no warning.
 */
export function readCmd(line: string): ShellText {
  const warnings: string[] = [];
  if (/[%^!()<>@`'\n\r]/.test(line)) warnings.push('it has characters to which the shell gives a meaning of its own.');
  if ((line.split('"').length - 1) % 2 !== 0) warnings.push('a quote has no end.');
  const commands = split(line)
    .map(({ text, isPiped }) => ({ words: (text.match(/(?:"[^"]*(?:"|$)|[^\s"])+/g) ?? []).map(wordOf), isPiped }))
    .filter(({ words }) => words.length > 0);
  for (const {
    words: [command],
  } of commands) {
    // In any other word cmd.exe may take a part as the command.
    const isPlain = /^(?:[\w:-]|\\|\.(?=[\w.\\]))+$/.test(command?.raw ?? '');
    const ending = /\.(\w*)$/.exec(command?.raw.replace(/^.*\\/, '') ?? '')?.[1];
    if (!isPlain || (ending !== undefined && !/^(?:exe|com|bat|cmd)$/i.test(ending))) {
      warnings.push('what its command is cannot be told for sure.');
    }
    const name = plainName(command?.value ?? '');
    if (tellsNothing.test(name)) warnings.push(`“${name}” runs what it is given, or changes what follows.`);
  }
  return { commands, warnings };
}

function split(line: string): { text: string; isPiped: boolean }[] {
  const commands = [{ text: '', isPiped: false }];
  let isQuoted = false;
  const characters = [...line];
  for (const [at, character] of characters.entries()) {
    if (character === '"') isQuoted = !isQuoted;
    const command = commands.at(-1);
    if (isQuoted || !/[&|\n()]/.test(character)) {
      if (command) command.text += character;
    } else {
      // The second bar of "||" is no pipe, although it follows one.
      const isPipe = character === '|' && characters[at + 1] !== '|' && characters[at - 1] !== '|';
      commands.push({ text: '', isPiped: isPipe });
    }
  }
  return commands;
}

const wordOf = (raw: string): ShellWord => {
  const value = raw.replaceAll('"', '');
  return { raw, value, bare: value, isPlain: /^(?:[\w:.,+=#@/\\-]|\p{L}|\p{N})*$|^"[^"]*[^"\\]"$/u.test(raw) };
};
