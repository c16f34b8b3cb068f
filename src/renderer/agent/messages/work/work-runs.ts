import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { shownTerminals } from '../../agent-servers/calls/answer-context.ts';
import { standingOf } from '../../agent-servers/calls/format-agent-call.ts';

/** Thoughts and calls of an agent that follow one another, with nothing between them that it said or asked. */
export interface WorkRun {
  /** Index of its first part in the answer. */
  readonly from: number;
  /** Index after its last part. */
  readonly to: number;
  /** They are one line. A single one is a line by itself. */
  readonly isFolded: boolean;
}

/** `nothing`: it is not drawn here. `apart`: it stays in view. */
type Place = 'work' | 'nothing' | 'apart';

const known = new WeakMap<readonly AnswerPart[], readonly WorkRun[]>();

/**
 * The work in an answer, in its order. What is said, planned, noted and asked stays in view, and so does a call that failed
 * with none after it. The tools of models are lines of their own: a person decided about each, or may read why it failed.
 */
export function workRuns(parts: readonly AnswerPart[]): readonly WorkRun[] {
  const found = known.get(parts) ?? runsIn(parts);
  known.set(parts, found);
  return found;
}

function runsIn(parts: readonly AnswerPart[]): readonly WorkRun[] {
  const ofCalls = shownTerminals(parts);
  const lastCall = parts.findLastIndex(({ type }) => type === 'agent-call');
  const runs: WorkRun[] = [];
  for (let from = 0; from < parts.length; from++) {
    if (placeOf(parts, from, lastCall, ofCalls) !== 'work') continue;
    let count = 0;
    let to = from;
    for (let place: Place = 'work'; place !== 'apart' && to < parts.length; ) {
      if (place === 'work') count++;
      to++;
      place = to < parts.length ? placeOf(parts, to, lastCall, ofCalls) : 'apart';
    }
    runs.push({ from, to, isFolded: count > 1 });
    from = to - 1;
  }
  return runs;
}

function placeOf(parts: readonly AnswerPart[], at: number, lastCall: number, ofCalls: ReadonlySet<string>): Place {
  const part = parts[at];
  switch (part?.type) {
    case 'thinking':
      return part.text.trim() === '' ? 'nothing' : 'work';
    case 'text':
      return part.text.trim() === '' ? 'nothing' : 'apart';
    case 'agent-image':
      return 'nothing';
    case 'agent-terminal':
      return ofCalls.has(part.terminal.id) ? 'nothing' : 'work';
    case 'agent-call': {
      const standing = standingOf(part.call, false);
      return standing === 'asks' || (standing === 'failed' && at === lastCall) ? 'apart' : 'work';
    }
    default:
      return 'apart';
  }
}

/** Lets a search open it, and keeps whether it is open. */
export const workScope = (answerId: string, from: number): string => `${answerId}/${from}/work`;

/** Parts of opened work that get their places together: the places of thousands at once hold the page up. */
const groupSize = 100;

/** Id of the piece that part `at` of opened work is in. @param from of the run */
export const groupScope = (answerId: string, from: number, at: number): string =>
  `${workScope(answerId, from)}/${Math.floor((at - from) / groupSize)}`;

/** Where the groups of a run begin and end. */
export function groupsOf({ from, to }: Pick<WorkRun, 'from' | 'to'>): { readonly from: number; readonly to: number }[] {
  const count = Math.ceil((to - from) / groupSize);
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * groupSize,
    to: Math.min(from + (index + 1) * groupSize, to),
  }));
}

export const areSameParts = (some: readonly AnswerPart[], others: readonly AnswerPart[]): boolean =>
  some.length === others.length && some.every((part, index) => part === others[index]);
