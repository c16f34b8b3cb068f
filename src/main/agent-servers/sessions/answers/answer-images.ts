import type { AgentImage } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { maxImages } from '../../../../shared/contract/prompt-image.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';

/** Bytes of the images of an answer. */
const mostBytes = 20_000_000;

interface Kept {
  readonly ids: Set<string>;
  count: number;
  bytes: number;
}

export type AnswerImages = ReturnType<typeof createAnswerImages>;

/**
 * The images of answers as entries: each once in an answer, however often it is told, and as many as it may have. Of what is
 * more, what it was is kept.
 * @param answer as it is in the thread by now; undefined: nothing of it is
 */
export function createAnswerImages(answer: (answerId: string) => AnswerView | undefined) {
  const known = new Map<string, Kept>();

  function keptIn(answerId: string): Kept {
    const present = known.get(answerId);
    if (present) return present;
    const kept: Kept = { ids: new Set(), count: 0, bytes: 0 };
    for (const { id, data, bytes } of imagesOf(answer(answerId))) {
      kept.ids.add(id);
      if (data === undefined) continue;
      kept.count++;
      kept.bytes += bytes;
    }
    known.set(answerId, kept);
    return kept;
  }

  return {
    entriesOf(answerId: string, images: readonly AgentImage[] = []): ThreadEntry[] {
      if (images.length === 0) return [];
      const kept = keptIn(answerId);
      return images.flatMap((image): ThreadEntry[] => {
        if (kept.ids.has(image.id)) return [];
        kept.ids.add(image.id);
        if (image.data === undefined || kept.count >= maxImages || kept.bytes + image.bytes > mostBytes) {
          const { data: _, ...named } = image;
          return [{ kind: 'answer-agent-image', answerId, image: named }];
        }
        kept.count++;
        kept.bytes += image.bytes;
        return [{ kind: 'answer-agent-image', answerId, image }];
      });
    },
  };
}

export const imagesOf = (answer: AnswerView | null | undefined): AgentImage[] =>
  (answer?.parts ?? []).flatMap((part) => (part.type === 'agent-image' ? [part.image] : []));
