import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import { asMessageDraft } from '../../../shared/typed-shell.ts';
import type { ThreadSession } from '../threads/agent-state.ts';

/** A draft as it was once sent. */
export interface PastDraft {
  readonly text: string;
  readonly images: readonly PromptImage[];
}

/** A draft that was brought back. */
export interface Recalled extends PastDraft {
  /** Among what was sent, 0 being the last. */
  readonly place: number;
}

const noImages: readonly PromptImage[] = [];

/** What was sent in a thread, commands of the shell too, the last first; what was sent twice in a row is there once. */
export function pastDrafts({ view, sending }: Pick<ThreadSession, 'view' | 'sending'>): readonly PastDraft[] {
  const ofTurns = view.turns.map(({ at, text, typed, images = noImages }) => ({
    ...{ at, images, text: asMessageDraft(typed?.text ?? text) },
  }));
  const ofShell = view.shellRuns.map(({ at, command, typed, isTold }) => ({
    ...{ at, images: noImages, text: `${isTold ? '!' : '!!'}${typed ?? command}` },
  }));
  return [...ofTurns, ...ofShell]
    .sort((one, other) => one.at - other.at)
    .map(({ text, images }) => ({ text, images }))
    .concat(
      sending
        .filter(({ replaces }) => replaces === null)
        .map(({ text, images }) => ({ text: asMessageDraft(text), images })),
    )
    .filter((draft, index, all) => !isSame(draft, all[index + 1]))
    .reverse();
}

/** Whether the draft is still as it was brought back. */
export const isUnchanged = (recalled: Recalled | null, draft: PastDraft): recalled is Recalled =>
  recalled !== null && isSame(recalled, draft);

/**
 * What a key brings back.
 * @param recalled null: the field is empty
 * @returns 'empty': the field becomes empty; null: nothing, the key means what it means in a text
 */
export function recall(key: string, recalled: Recalled | null, past: readonly PastDraft[]): Recalled | 'empty' | null {
  if (key === 'Escape') return recalled && 'empty';
  const step = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (step === undefined) return null;
  const place = (recalled?.place ?? -1) + step;
  if (place === -1) return 'empty';
  const draft = past[place];
  return draft ? { ...draft, place } : recalled;
}

const isSame = (one: PastDraft, other: PastDraft | undefined): boolean =>
  one.text === other?.text &&
  one.images.length === other.images.length &&
  one.images.every((image, index) => image === other.images[index]);
