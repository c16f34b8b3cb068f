import { oneLine } from './updates/fields.ts';

/** How programs, the tools that start them and the shell begin the line that says why they end, best first. */
const tells = [
  /^npm (?:error|ERR!) (?!(?:code|errno|syscall|path|dest|type|A complete log|network)\b)(.{8,})/,
  /^(?:Uncaught )?(?:\w*Error|\w*Exception)(?: \[\w+\])?: (.+)/,
  /^\s*(?:error|fatal|panic|\S+: error):\s+(.+)/i,
  /^(.*: (?:command )?not found|.*No such file or directory|.*Permission denied)$/,
];

/** Why a program that has ended says it has, in a sentence; "" if it does not say. @param lines of its standard error, in order */
export function causeOf(lines: readonly string[]): string {
  for (const tell of tells) {
    for (const line of lines) {
      const cause = oneLine(tell.exec(line)?.[1] ?? '');
      if (cause !== '') return /[.!?…]$/u.test(cause) ? cause : `${cause}.`;
    }
  }
  return '';
}
