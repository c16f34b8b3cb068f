import { randomUUID } from 'node:crypto';
import type { ProviderOwner } from '../../shared/contract/credential.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

type Provider = Pick<ProviderOwner, 'extensionId' | 'providerId'>;

/** The providers with an open or waiting dialog. */
export type OpenDialogs = ReturnType<typeof createOpenDialogs>;

export function createOpenDialogs(publish: (event: MainEvent) => void) {
  const open = new Map<string, Provider>();
  const watchers = new Set<() => void>();

  function note(event: MainEvent): void {
    switch (event.type) {
      case 'credential-request':
        open.set(event.request.id, event.request);
        break;
      case 'variable-question':
        open.set(event.question.id, event.question);
        break;
      case 'sign-in':
        // This card only says that there is no dialog.
        if (event.signIn.type !== 'working') open.set(event.signIn.id, event.signIn);
        break;
      case 'address-question': {
        const { asker, id } = event.question;
        if (asker?.providerId !== undefined) open.set(id, { ...asker, providerId: asker.providerId });
        break;
      }
      case 'address-question-ended':
        open.delete(event.questionId);
        break;
      case 'credential-request-ended':
        open.delete(event.requestId);
        break;
      case 'variable-question-ended':
        open.delete(event.questionId);
        break;
      case 'sign-in-ended':
        open.delete(event.signInId);
        break;
    }
  }

  function look(): void {
    for (const watcher of [...watchers]) watcher();
  }

  return {
    /** A question of another kind is on screen for a provider. @returns ends that */
    hold(provider: Provider): () => void {
      const id = randomUUID();
      open.set(id, provider);
      look();
      return () => {
        open.delete(id);
        look();
      };
    },
    /** Publishes an event, after the watchers of its dialog were called. */
    publish(event: MainEvent) {
      note(event);
      look();
      publish(event);
    },
    /** Calls back now and on every change, with whether a provider has a dialog. @returns ends it */
    watch({ extensionId, providerId }: Provider, onChange: (isOpen: boolean) => void): () => void {
      let wasOpen: boolean | undefined;
      const watcher = () => {
        const isOpen = [...open.values()].some(
          (one) => one.extensionId === extensionId && one.providerId === providerId,
        );
        if (isOpen === wasOpen) return;
        wasOpen = isOpen;
        onChange(isOpen);
      };
      watchers.add(watcher);
      watcher();
      return () => void watchers.delete(watcher);
    },
  };
}
