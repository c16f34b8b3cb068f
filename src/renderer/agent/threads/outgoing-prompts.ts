import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { OutgoingPrompt, ThreadWork } from './agent-state.ts';

/** Prompts on their way to main, each known by its id. What they hold is in no field meanwhile. */

export const outgoingOf = ({ sending }: ThreadWork, id: string): OutgoingPrompt | undefined =>
  sending.find((prompt) => prompt.id === id);

/** What is in hand goes on its way. After an edited prompt comes what was in hand before. */
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

/** Main has it. */
export const arrived = ({ sending }: ThreadWork, id: string): Partial<ThreadWork> => ({
  sending: sending.filter((prompt) => prompt.id !== id),
});

/** Main has those that are among the entries. */
export function arrivedWith(work: ThreadWork, entries: readonly ThreadEntry[]): Partial<ThreadWork> {
  if (work.sending.length === 0) return {};
  const ids = new Set(
    entries.flatMap((entry) => (entry.kind === 'prompt' || entry.kind === 'queue-added' ? [entry.id] : [])),
  );
  const sending = work.sending.filter(({ id }) => !ids.has(id));
  return sending.length < work.sending.length ? { sending } : {};
}

/** It cannot be sent: what it holds is in the field again, before what was typed since. */
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

/** Those that main was not given are in the field again, in their order. */
export function allTakenBack(work: ThreadWork): Partial<ThreadWork> {
  let present = work;
  for (const { id, isGiven } of work.sending.toReversed()) {
    if (!isGiven) present = { ...present, ...takenBack(present, id) };
  }
  return present;
}
