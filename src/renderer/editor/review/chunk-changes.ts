import type { Chunk } from '@codemirror/merge';
import { ChangeSet, type Text } from '@codemirror/state';

/*
 * What accepting and rejecting a chunk does to the texts. It goes by the changes in the chunk and not by its lines:
 * those are off by one where blank lines come or go at the edge of a text.
 */

/** Brings what is new in the chunk into the text before it. */
export const acceptedChange = (before: Text, after: Text, { changes, fromA, fromB }: Chunk): ChangeSet =>
  ChangeSet.of(
    changes.map((change) => ({
      from: fromA + change.fromA,
      to: fromA + change.toA,
      insert: after.slice(fromB + change.fromB, fromB + change.toB),
    })),
    before.length,
  );

/** Takes what is new in the chunk out of the text after it. */
export const rejectedChange = (before: Text, after: Text, { changes, fromA, fromB }: Chunk): ChangeSet =>
  ChangeSet.of(
    changes.map((change) => ({
      from: fromB + change.fromB,
      to: fromB + change.toB,
      insert: before.slice(fromA + change.fromA, fromA + change.toA),
    })),
    after.length,
  );
