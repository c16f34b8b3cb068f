import type { ThreadEntry } from '../contract/thread.ts';
import type { QueuedMessage, ThreadView } from '../contract/thread-view.ts';

/** The part of the fold for queue, notes, labels, compactions and limit of a thread. */

type Entry<K extends ThreadEntry['kind']> = Extract<ThreadEntry, { kind: K }>;

export function addQueued(view: ThreadView, { id, at, text, images }: Entry<'queue-added'>): ThreadView {
  if (view.queue.some((message) => message.id === id)) return view;
  return { ...view, queue: [...view.queue, { id, at, text, ...(images && { images }) }] };
}

export function editQueued(view: ThreadView, { id, text, images }: Entry<'queue-edited'>): ThreadView {
  if (!view.queue.some((message) => message.id === id)) return view;
  const edited = (message: QueuedMessage): QueuedMessage =>
    message.id === id ? { id, at: message.at, text, ...(images && { images }) } : message;
  return { ...view, queue: view.queue.map(edited) };
}

export function orderQueue(view: ThreadView, { ids }: Entry<'queue-order'>): ThreadView {
  const named = [...new Set(ids)].map((id) => view.queue.find((message) => message.id === id));
  const queue = named.filter((message) => message !== undefined);
  const isSame = queue.length === view.queue.length && queue.every((message, place) => message === view.queue[place]);
  return isSame ? view : { ...view, queue };
}

export function removeQueued(view: ThreadView, id: string): ThreadView {
  if (!view.queue.some((message) => message.id === id)) return view;
  return { ...view, queue: view.queue.filter((message) => message.id !== id) };
}

export function setNote(view: ThreadView, { on, at, text }: Entry<'note'>): ThreadView {
  if (text !== '') return { ...view, notes: { ...view.notes, [on]: { at, text } } };
  return Object.hasOwn(view.notes, on) ? { ...view, notes: without(view.notes, on) } : view;
}

export function setLabels(view: ThreadView, { on, labels }: Entry<'labels'>): ThreadView {
  if (labels.length > 0) return { ...view, labels: { ...view.labels, [on]: labels } };
  return Object.hasOwn(view.labels, on) ? { ...view, labels: without(view.labels, on) } : view;
}

export function addCompaction(view: ThreadView, { kind: _kind, ...compaction }: Entry<'compaction'>): ThreadView {
  if (view.compactions.some(({ id }) => id === compaction.id)) return view;
  return { ...view, compactions: [...view.compactions, compaction] };
}

export function setLimit(view: ThreadView, { tokens, cost }: Entry<'limit'>): ThreadView {
  const { limit: _limit, ...rest } = view;
  if (tokens === undefined && cost === undefined) return rest;
  return { ...rest, limit: { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) } };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}
