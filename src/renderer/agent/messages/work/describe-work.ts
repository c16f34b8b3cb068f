import { isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { shownTerminals } from '../../agent-servers/calls/answer-context.ts';
import { callCounts, callTitle, isAllowedBefore, standingOf } from '../../agent-servers/calls/format-agent-call.ts';

export interface Work {
  /** "4 thoughts, 12 calls, 3 files changed". */
  readonly what: string;
  /** Lines, by the diffs of calls that were carried out. */
  readonly added: number;
  readonly removed: number;
  readonly failed: number;
}

/** What thoughts and calls come to. @param terminals of the calls, which count with these */
export function describeWork(parts: readonly AnswerPart[], ofCalls: ReadonlySet<string>): Work {
  const files = new Set<string>();
  let [thoughts, calls, before, failed, added, removed] = [0, 0, 0, 0, 0, 0];
  for (const part of parts) {
    if (part.type === 'thinking' && part.text.trim() !== '') thoughts++;
    if (part.type === 'agent-terminal' && !ofCalls.has(part.terminal.id)) calls++;
    if (part.type !== 'agent-call') continue;
    calls++;
    if (isAllowedBefore(part.call)) before++;
    if (part.call.state === 'failed') failed++;
    if (part.call.state !== 'completed') continue;
    for (const content of part.call.content ?? []) if (content.type === 'diff') files.add(content.change.path);
    const counts = callCounts(part.call);
    added += counts.added;
    removed += counts.removed;
  }
  const counted = [
    count(thoughts, 'thought', 'thoughts'),
    count(calls, 'call', 'calls'),
    count(before, 'allowed before', 'allowed before'),
    count(files.size, 'file changed', 'files changed'),
  ];
  return { what: counted.filter((words) => words !== '').join(', '), added, removed, failed };
}

const count = (number: number, one: string, many: string): string =>
  number === 0 ? '' : `${number} ${number === 1 ? one : many}`;

/** What it is at, as a title; "" when it told nothing that goes on. @param parts up to the last one of an answer that goes on */
export function presentWork(parts: readonly AnswerPart[]): string {
  const shown = withoutShownElsewhere(parts);
  if (shown.at(-1)?.type === 'thinking') return 'Thinking';
  return titleOf(shown.findLast(goesOn));
}

function goesOn(part: AnswerPart): boolean {
  if (part.type === 'agent-call') return standingOf(part.call, false) === 'runs';
  return part.type === 'agent-terminal' && part.terminal.exit === undefined;
}

/** What it did last, as a title; "" when it said something after it. */
export function lastWork(parts: readonly AnswerPart[]): string {
  const last = withoutShownElsewhere(parts).findLast((part) => isContent(part) && part.type !== 'agent-plan');
  return last?.type === 'thinking' ? 'Thinking' : titleOf(last);
}

/** A call says more than the command of its terminal, and what names an image more than that. */
function withoutShownElsewhere(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  const ofCalls = shownTerminals(parts);
  return parts.filter(
    (part) => part.type !== 'agent-image' && (part.type !== 'agent-terminal' || !ofCalls.has(part.terminal.id)),
  );
}

function titleOf(part: AnswerPart | undefined): string {
  if (part?.type === 'agent-call') return callTitle(part.call);
  return part?.type === 'agent-terminal' ? visibleText(part.terminal.command ?? '') : '';
}
