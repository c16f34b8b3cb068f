import { isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { callCounts, callTitle, standingOf } from '../../agent-servers/calls/format-agent-call.ts';

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
  let [thoughts, calls, failed, added, removed] = [0, 0, 0, 0, 0];
  for (const part of parts) {
    if (part.type === 'thinking' && part.text.trim() !== '') thoughts++;
    if (part.type === 'agent-terminal' && !ofCalls.has(part.terminal.id)) calls++;
    if (part.type !== 'agent-call') continue;
    calls++;
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
    count(files.size, 'file changed', 'files changed'),
  ];
  return { what: counted.filter((words) => words !== '').join(', '), added, removed, failed };
}

const count = (number: number, one: string, many: string): string =>
  number === 0 ? '' : `${number} ${number === 1 ? one : many}`;

/** What it is at, as a title; "" when it told nothing that goes on. @param parts up to the last one of an answer that goes on */
export function presentWork(parts: readonly AnswerPart[]): string {
  const last = parts.at(-1);
  if (last?.type === 'thinking') return 'Thinking';
  const part = parts.findLast(goesOn);
  return part ? titleOf(part) : '';
}

function goesOn(part: AnswerPart): boolean {
  if (part.type === 'agent-call') return standingOf(part.call, false) === 'runs';
  return part.type === 'agent-terminal' && part.terminal.exit === undefined && part.terminal.command !== undefined;
}

function titleOf(part: AnswerPart): string {
  if (part.type === 'agent-call') return callTitle(part.call);
  if (part.type === 'agent-terminal') return visibleText(part.terminal.command ?? '');
  return '';
}

/** What it did last, as a title; "" when it said something after it. */
export function lastWork(parts: readonly AnswerPart[]): string {
  const last = parts.findLast((part) => isContent(part) && part.type !== 'agent-plan');
  if (last?.type === 'thinking') return 'Thinking';
  return last ? titleOf(last) : '';
}
