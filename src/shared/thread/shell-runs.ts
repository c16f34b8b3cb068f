import type { ShellRunView } from '../contract/shell-run.ts';
import type { ThreadEntry } from '../contract/thread.ts';
import type { ThreadView } from '../contract/thread-view.ts';
import { grownLive } from './tool-parts.ts';

/** The part of the fold for commands that a person ran. */

type Entry<K extends ThreadEntry['kind']> = Extract<ThreadEntry, { kind: K }>;

export function addShellRun(view: ThreadView, { kind: _kind, ...run }: Entry<'shell-run'>): ThreadView {
  if (view.shellRuns.some(({ id }) => id === run.id)) return view;
  const afterPromptId = view.turns.at(-1)?.promptId ?? null;
  return { ...view, shellRuns: [...view.shellRuns, { ...run, afterPromptId }] };
}

export const addShellOutput = (view: ThreadView, { id, text }: Entry<'shell-output'>): ThreadView =>
  change(view, id, (run) => ({ ...run, live: grownLive(run.live, text) }));

/** What ended by itself has all of its output in its end. */
export const endShellRun = (view: ThreadView, { id, at, end }: Entry<'shell-ended'>): ThreadView =>
  change(view, id, ({ live, ...run }) => {
    const isCutShort = end.type === 'stopped' || end.type === 'failed';
    return { ...run, ...(isCutShort && live !== undefined && { live }), end, endedAt: at };
  });

/** Changes a run that goes on. */
function change(view: ThreadView, id: string, changed: (run: ShellRunView) => ShellRunView): ThreadView {
  const place = view.shellRuns.findLastIndex((run) => run.id === id);
  const run = view.shellRuns[place];
  return run && !run.end ? { ...view, shellRuns: view.shellRuns.with(place, changed(run)) } : view;
}

/** The one that goes on, if any does. */
export const runningShell = ({ shellRuns }: Pick<ThreadView, 'shellRuns'>): ShellRunView | undefined =>
  shellRuns.findLast(({ end }) => !end);

export const shellOutput = ({ live = '', end }: ShellRunView): string => (end && 'output' in end ? end.output : live);

/** How it ended, in a sentence; "" while it runs, and when all went well. */
export function shellEnding({ end }: ShellRunView): string {
  switch (end?.type) {
    case undefined:
      return '';
    case 'done':
      if (end.isTimedOut) return 'It took too long, and was ended.';
      return end.exitCode === null ? 'It was ended by a signal.' : end.exitCode > 0 ? `Exit code ${end.exitCode}.` : '';
    case 'stopped':
      return 'You stopped it.';
    case 'failed':
      return end.reason;
    case 'blocked':
      return `${end.by} stopped it: ${end.reason}`;
    case 'handled':
      return `Done by ${end.by}; nothing ran in the shell.`;
  }
}
