import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { OutgoingPrompt, ThreadWork } from './agent-state.ts';

/** Prompts on their way to main, by id. Their texts are in no field meanwhile. */

export const outgoingOf = ({ sending }: ThreadWork, id: string): OutgoingPrompt | undefined =>
  sending.find((prompt) => prompt.id === id);

/** Moves the draft to the outgoing prompts. After an edit, the draft that was set aside returns. */
export function sentOff(work: ThreadWork, id: string, text: string): Partial<ThreadWork> {
  const { sending, images, reading, editing: replaces, setAside } = work;
  return {
    sending: [...sending, { id, text, images, reading, replaces, isGiven: false }],
    draft: '',
    images: [],
    ...setAside,
    reading: 0,
    imageNote: null,
    editing: null,
    setAside: null,
    problem: null,
    localReply: null,
  };
}

export const given = ({ sending }: ThreadWork, id: string): Partial<ThreadWork> => ({
  sending: sending.map((prompt) => (prompt.id === id ? { ...prompt, isGiven: true } : prompt)),
});

/** Removes a prompt that main has. */
export const arrived = ({ sending }: ThreadWork, id: string): Partial<ThreadWork> => ({
  sending: sending.filter((prompt) => prompt.id !== id),
});

/** Removes the prompts that main has, as its entries show. */
export function arrivedWith(work: ThreadWork, entries: readonly ThreadEntry[]): Partial<ThreadWork> {
  if (work.sending.length === 0) return {};
  const ids = new Set(
    entries.flatMap((entry) => (entry.kind === 'prompt' || entry.kind === 'queue-added' ? [entry.id] : [])),
  );
  const sending = work.sending.filter(({ id }) => !ids.has(id));
  return sending.length < work.sending.length ? { sending } : {};
}

/** Returns a prompt that cannot be sent to the field, before text typed since. */
export function takenBack(work: ThreadWork, id: string): Partial<ThreadWork> {
  const prompt = outgoingOf(work, id);
  if (!prompt) return {};
  const { text, images, replaces } = prompt;
  const rest = { ...arrived(work, id), reading: prompt.reading + work.reading };
  const before = (present: Pick<ThreadWork, 'draft' | 'images'>) => ({
    draft: [text, present.draft].filter(Boolean).join('\n'),
    images: [...images, ...present.images],
  });
  if (work.setAside) return { ...rest, setAside: before(work.setAside) };
  if (replaces === null) return { ...rest, ...before(work) };
  return { ...rest, editing: replaces, draft: text, images, setAside: { draft: work.draft, images: work.images } };
}

/** Returns all prompts that were not passed to main to the field, in their order. */
export function allTakenBack(work: ThreadWork): Partial<ThreadWork> {
  let present = work;
  for (const { id, isGiven } of work.sending.toReversed()) {
    if (!isGiven) present = { ...present, ...takenBack(present, id) };
  }
  return present;
}
