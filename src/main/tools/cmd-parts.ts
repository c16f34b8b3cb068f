import { plainName } from './shell-commands.ts';
import type { ShellText, ShellWord } from './shell-words.ts';

/** Beside those that are the same everywhere. */
const tellsNothing =
  /^(?:set|setx|if|for|goto|pushd|popd|assoc|ftype|path|prompt|shift|setlocal|endlocal|cmd|start|call|forfiles|runas|rundll32|mshta|wscript|cscript|powershell|pwsh)$/;

/**
 * Takes a line apart as the shell of Windows does. Its rules differ by command and by what a program makes of its
 * line, so that only what is plain has no warning.
 */
export function readCmd(line: string): ShellText {
  const warnings: string[] = [];
  if (/[%^!()<>@`'\n\r]/.test(line)) warnings.push('it has characters to which the shell gives a meaning of its own.');
  if ((line.split('"').length - 1) % 2 !== 0) warnings.push('a quote has no end.');
  const commands = split(line)
    .map((command) => (command.match(/(?:"[^"]*(?:"|$)|[^\s"])+/g) ?? []).map(wordOf))
    .filter((words) => words.length > 0);
  for (const [command] of commands) {
    // Of anything else the shell may take a part for the command.
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

function split(line: string): string[] {
  const commands = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[&|\n()]/.test(character)) commands.push('');
    else commands[commands.length - 1] += character;
  }
  return commands;
}

const wordOf = (raw: string): ShellWord => ({
  raw,
  value: raw.replaceAll('"', ''),
  isPlain: !/["*?]/.test(raw) || /^"[^"]*"$/.test(raw),
});
