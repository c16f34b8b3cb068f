import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../shared/emitter.ts';

/** Handlers that call `listener` when new files may exist. */
export const whenFilesCome = (listener: () => void): Partial<Handlers<MainEvent>> => ({
  'tree-changed': listener,
  review: listener,
  'thread-entries': ({ entries }) => {
    // Neither the tree nor the review knows of files that a command made.
    const hasActed = entries.some(
      (entry) => entry.kind === 'answer-ended' || (entry.kind === 'tool-run' && entry.state.type === 'done'),
    );
    if (hasActed) listener();
  },
});
