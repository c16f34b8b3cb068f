import { create } from 'zustand';
import type { AddressQuestion } from '../../shared/contract/address.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

/** Addresses that main asks about; the first one is shown. Apart from the dialog, which is loaded later. */
export const useAddressQuestions = create<{ readonly waiting: readonly AddressQuestion[] }>(() => ({ waiting: [] }));

export function receiveAddressQuestion(
  event: Extract<MainEvent, { type: 'address-question' | 'address-question-ended' }>,
): void {
  useAddressQuestions.setState(({ waiting }) => {
    const id = event.type === 'address-question' ? event.question.id : event.questionId;
    const others = waiting.filter((question) => question.id !== id);
    return { waiting: event.type === 'address-question' ? [...others, event.question] : others };
  });
}
