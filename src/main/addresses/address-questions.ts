import { randomUUID } from 'node:crypto';
import type { AddressQuestion } from '../../shared/contract/address.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';

export type AskedAddress = Omit<AddressQuestion, 'id'>;

/** What waits for a person: may these addresses be opened? */
export interface AddressQuestions {
  /** The same question of the same asker is asked once. @param signal withdraws this caller, for whom that is a no */
  ask(asked: AskedAddress, signal?: AbortSignal): Promise<boolean>;
  answer(questionId: string, isAllowed: boolean): void;
}

export function createAddressQuestions(
  publish: (event: Extract<MainEvent, { type: 'address-question' | 'address-question-ended' }>) => void,
): AddressQuestions {
  const pending = new PendingQuestions<AddressQuestion, boolean>({
    onAsked: (question) => publish({ type: 'address-question', question }),
    onEnded: ({ id }) => publish({ type: 'address-question-ended', questionId: id }),
  });

  return {
    async ask(asked, signal) {
      const isSame = ({ url, asker }: AddressQuestion) =>
        url === asked.url && asker?.extensionId === asked.asker?.extensionId;
      return (await pending.ask(pending.find(isSame) ?? { ...asked, id: randomUUID() }, signal)) ?? false;
    },
    answer(questionId, isAllowed) {
      pending.end(
        pending.find(({ id }) => id === questionId),
        isAllowed,
      );
    },
  };
}
