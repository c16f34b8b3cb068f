import { randomUUID } from 'node:crypto';
import type { ProviderOwner, SignIn } from '../../../shared/contract/credential.ts';
import { fail, type Result } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';

/** The displayed state of a sign-in, without its owner. */
export type SignInState = SignIn extends infer S
  ? S extends unknown
    ? Omit<S, 'id' | keyof ProviderOwner>
    : never
  : never;

/** A sign-in on the screen, pending or finished. */
export interface SignInCard {
  /** Shows the final state, which stays until the person closes it. */
  become(state: Extract<SignInState, { type: 'done' | 'failed' }>): void;
  end(): void;
}

export type SignInCards = ReturnType<typeof createSignInCards>;

interface Shown {
  readonly owner: ProviderOwner;
  readonly address: string | null;
  /** null: the sign-in is finished. */
  onGivenUp: (() => void) | null;
}

export function createSignInCards(deps: {
  publish(event: Extract<MainEvent, { type: 'sign-in' | 'sign-in-ended' }>): void;
  /** Opens a URL for a provider, if that is permitted. */
  openAddress(owner: ProviderOwner, address: string): Promise<Result<null>>;
}) {
  const shown = new Map<string, Shown>();

  function end(id: string): void {
    if (shown.delete(id)) deps.publish({ type: 'sign-in-ended', signInId: id });
  }

  return {
    /**
     * @param address URL that `open` opens; null: none
     * @param onGivenUp called when the person ends the pending sign-in
     */
    show(owner: ProviderOwner, state: SignInState, address: string | null, onGivenUp: () => void): SignInCard {
      const id = randomUUID();
      const publish = (next: SignInState) => deps.publish({ type: 'sign-in', signIn: { ...next, ...owner, id } });
      const card: Shown = { owner, address, onGivenUp };
      shown.set(id, card);
      publish(state);
      return {
        become(next) {
          if (!shown.has(id)) return;
          card.onGivenUp = null;
          publish(next);
        },
        end: () => end(id),
      };
    },
    /** Removes the cards of a provider. */
    clear(owner: ProviderOwner) {
      for (const [id, card] of [...shown]) {
        const isSame = card.owner.extensionId === owner.extensionId && card.owner.providerId === owner.providerId;
        if (isSame) end(id);
      }
    },
    async open(signInId: string) {
      const card = shown.get(signInId);
      if (card?.onGivenUp && card.address !== null) return deps.openAddress(card.owner, card.address);
      return fail('cancelled', 'This sign-in is over.');
    },
    end(signInId: string) {
      const card = shown.get(signInId);
      end(signInId);
      card?.onGivenUp?.();
    },
  };
}
