import type { Answerer } from '../../../shared/contract/thread.ts';
import type { OpenThread } from './open-thread.ts';

/** The thread stays with whom it was given to, whatever is chosen in others. */
export function noteAnswerer(thread: Pick<OpenThread, 'view' | 'append'>, answerer: Answerer): void {
  if (thread.view.answerer?.model === answerer.model) return;
  thread.append([{ kind: 'answerer', at: Date.now(), ...answerer }]);
}
