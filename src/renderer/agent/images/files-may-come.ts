import type { MainEvent } from '../../../shared/contract/renderer-api.ts';

/** Whether there may be files after it that were not there before. */
export function mayBringFiles(event: MainEvent): boolean {
  switch (event.type) {
    case 'tree-changed':
    case 'review':
      return true;
    case 'thread-entries':
      // A command makes files that neither the tree nor the review knows.
      return event.entries.some(
        (entry) => entry.kind === 'answer-ended' || (entry.kind === 'tool-run' && entry.state.type === 'done'),
      );
    default:
      return false;
  }
}
