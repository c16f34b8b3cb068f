import type { ProviderOwner } from '../../../shared/contract/credential.ts';
import type { OpenDialogs } from '../open-dialogs.ts';
import type { SignInCard } from './sign-in-cards.ts';

/**
 * Shows a card for a sign-in that has no dialog for a while, so that one that never ends can be ended.
 * @returns removes it
 */
export function showWorking(options: {
  readonly dialogs: OpenDialogs;
  readonly owner: ProviderOwner;
  readonly afterMs: number;
  show(): SignInCard;
}): () => void {
  let card: SignInCard | undefined;
  let timer: NodeJS.Timeout | undefined;

  function hide(): void {
    clearTimeout(timer);
    card?.end();
    card = undefined;
  }
  const unwatch = options.dialogs.watch(options.owner, (isOpen) => {
    hide();
    if (isOpen) return;
    timer = setTimeout(() => {
      card = options.show();
    }, options.afterMs);
  });
  return () => {
    unwatch();
    hide();
  };
}
