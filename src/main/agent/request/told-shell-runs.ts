import type { ShellRunView } from '../../../shared/contract/shell-run.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';
import { shellOutput } from '../../../shared/thread/shell-runs.ts';
import { cutContext } from '../../context/told-context.ts';

/** Characters of one output that models are told, its end; its person has seen all of it. */
const longestTold = 30_000;

/** The turn before; null: none is. `at`: what came before that time is told in a summary. */
export interface RunsSince {
  readonly promptId: string | null;
  readonly at: number;
}

/** The commands that the person ran after a turn and before the next one, for the model; "" for none. */
export function toldShellRuns({ shellRuns }: ThreadView, { promptId, at }: RunsSince): string {
  const told = shellRuns.filter((run) => run.afterPromptId === promptId && run.at >= at && isToTell(run));
  return told.length === 0 ? '' : [introduction, ...told.map(toldRun)].join('\n\n');
}

const introduction =
  'The person ran this in a shell in the meantime. It is for your information: answer what they ask next.';

const isToTell = ({ isTold, end }: ShellRunView): boolean => isTold && end !== undefined && end.type !== 'blocked';

/** Nothing in it can end it. */
function toldRun(run: ShellRunView): string {
  const body = `$ ${run.command}\n${cutContext(shellOutput(run), 'tail', longestTold)}`.trimEnd();
  return `<command ${endingOf(run)}>\n${body.replace(/<(?=\/command\b)/gi, '&lt;')}\n</command>`;
}

function endingOf({ end }: ShellRunView): string {
  if (end?.type === 'done' && end.exitCode !== null) return `exit-code="${end.exitCode}"`;
  return `ended="${end?.type === 'handled' ? 'by an extension' : end?.type === 'stopped' ? 'by the person' : 'early'}"`;
}
