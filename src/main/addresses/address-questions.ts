import { randomUUID } from 'node:crypto';
import type { AddressQuestion } from '../../shared/contract/address.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

export type AskedAddress = Omit<AddressQuestion, 'id'>;

/** What waits for a person: may these addresses be opened? */
export interface AddressQuestions {
  /** The same question of the same asker is asked once. @param signal takes the question back, which is a no */
  ask(asked: AskedAddress, signal?: AbortSignal): Promise<boolean>;
  answer(questionId: string, isAllowed: boolean): void;
}

interface Waiting {
  readonly question: AddressQuestion;
  readonly settle: Set<(isAllowed: boolean) => void>;
}

export function createAddressQuestions(
  publish: (event: Extract<MainEvent, { type: 'address-question' | 'address-question-ended' }>) => void,
): AddressQuestions {
  const waiting = new Map<string, Waiting>();

  function end(id: string, isAllowed: boolean): void {
    const one = waiting.get(id);
    if (!one || !waiting.delete(id)) return;
    publish({ type: 'address-question-ended', questionId: id });
    for (const settle of one.settle) settle(isAllowed);
  }

  return {
    ask(asked, signal) {
      if (signal?.aborted) return Promise.resolve(false);
      const isSame = ({ question }: Waiting) =>
        question.url === asked.url && question.asker?.extensionId === asked.asker?.extensionId;
      let one = [...waiting.values()].find(isSame);
      if (!one) {
        one = { question: { ...asked, id: randomUUID() }, settle: new Set() };
        waiting.set(one.question.id, one);
        publish({ type: 'address-question', question: one.question });
      }
      const { question, settle } = one;
      return new Promise((resolve) => {
        const takeBack = () => end(question.id, false);
        settle.add((isAllowed) => {
          signal?.removeEventListener('abort', takeBack);
          resolve(isAllowed);
        });
        signal?.addEventListener('abort', takeBack);
      });
    },
    answer: end,
  };
}
