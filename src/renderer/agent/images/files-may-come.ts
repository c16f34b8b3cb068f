import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../shared/emitter.ts';

/** Calls `listener` when there may be files that were not there before. */
export const whenFilesCome = (listener: () => void): Partial<Handlers<MainEvent>> => ({
  'tree-changed': listener,
  review: listener,
  'thread-entries': ({ entries }) => {
    // A command makes files that neither the tree nor the review knows.
    const hasActed = entries.some(
      (entry) => entry.kind === 'answer-ended' || (entry.kind === 'tool-run' && entry.state.type === 'done'),
    );
    if (hasActed) listener();
  },
});
