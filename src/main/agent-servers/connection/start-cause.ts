import { causeOfNpm } from '../npm-causes.ts';
import { oneLine } from './updates/fields.ts';

/** How programs and the shell begin the line that says why they end, best first. */
const tells = [
  /^(?:Uncaught )?(?:\w*Error|\w*Exception)(?: \[\w+\])?: (.+)/,
  /^\s*(?:error|fatal|panic|\S+: error):\s+(.+)/i,
  /^(.*: (?:command )?not found|.*No such file or directory|.*Permission denied)$/,
];

/** Why a program that has ended says it has, in a sentence; "" if it does not say. @param lines of its standard error, in order */
export function causeOf(lines: readonly string[]): string {
  const told = tells.flatMap((tell) => lines.map((line) => tell.exec(line)?.[1] ?? ''));
  const cause = [causeOfNpm(lines.join('\n')), ...told].map((each) => oneLine(each)).find((each) => each !== '') ?? '';
  return cause === '' || /[.!?…]$/u.test(cause) ? cause : `${cause}.`;
}
