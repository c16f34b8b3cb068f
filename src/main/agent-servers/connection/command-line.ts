import { quotedLine, quotedWord } from '../../tools/shell/quoted-line.ts';

/** A command as one would type it: in a POSIX shell, or in PowerShell on Windows. */
export function commandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): string {
  const variables = Object.entries(environment).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  if (platform === 'win32') {
    const quote = (word: string) => (/^[\w./:=@\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`);
    return [...variables.map(([name, value]) => `$env:${name}=${quote(value)};`), '&', ...words.map(quote)].join(' ');
  }
  return [...variables.map(([name, value]) => `${name}=${quotedWord(value)}`), quotedLine(words, platform)].join(' ');
}
