import { randomUUID } from 'node:crypto';
import type { AddressQuestion } from '../../shared/contract/address.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';

export type AskedAddress = Omit<AddressQuestion, 'id'>;

/** Questions to the person whether addresses may be opened. */
export type AddressQuestions = ReturnType<typeof createAddressQuestions>;

export function createAddressQuestions(
  publish: (event: Extract<MainEvent, { type: 'address-question' | 'address-question-ended' }>) => void,
) {
  const pending = new PendingQuestions<AddressQuestion, boolean>({
    onAsked: (question) => publish({ type: 'address-question', question }),
    onEnded: ({ id }) => publish({ type: 'address-question-ended', questionId: id }),
  });

  return {
    /** The same question of the same asker is asked once. @param signal withdraws this caller, for whom that is a no */
    async ask(asked: AskedAddress, signal?: AbortSignal) {
      const isSame = ({ url, asker, agent }: AddressQuestion) =>
        url === asked.url && asker?.extensionId === asked.asker?.extensionId && agent?.name === asked.agent?.name;
      return (await pending.ask(pending.find(isSame) ?? { ...asked, id: randomUUID() }, signal)) ?? false;
    },
    answer(questionId: string, isAllowed: boolean) {
      pending.end(
        pending.find(({ id }) => id === questionId),
        isAllowed,
      );
    },
  };
}
