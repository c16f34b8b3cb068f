import type { QueuedMessage, ThreadView } from '../../../shared/contract/thread-view.ts';
import { readableText } from '../../../shared/links/mention.ts';

/** The text of a message for reading. */
export function plainMessage({ text, images }: Pick<QueuedMessage, 'text' | 'images'>): string {
  const plain = readableText(text);
  if (plain.trim() !== '') return plain;
  return images?.length === 1 ? 'An image' : `${images?.length ?? 0} images`;
}

export const formatCount = (count: number): string => `${count} queued`;

/** Why the queue does not continue by itself; undefined when it does. */
export function holdUp({ turns }: Pick<ThreadView, 'turns'>): string | undefined {
  const end = turns.at(-1)?.answers.at(-1)?.end;
  switch (end?.type) {
    case 'stopped-by-person':
      return 'You stopped the answer.';
    case 'failed':
      return 'The answer failed.';
    case 'step-limit':
      return 'The answer was stopped.';
    case 'stop':
      return end.reason === 'end-turn' ? undefined : 'The answer was cut short.';
    case undefined:
      return undefined;
  }
}

/** @param step -1 towards the beginning. @returns the same list when there is no room */
export function moved(ids: readonly string[], id: string, step: number): readonly string[] {
  const at = ids.indexOf(id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= ids.length) return ids;
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
