import type { Chunk } from '@codemirror/merge';
import { ChangeSet, type Text } from '@codemirror/state';

/*
 * Texts after accepting or rejecting a chunk. Computed from the chunk's changes, not its lines: those are off by one
 * where blank lines come or go at the edge of a text.
 */

/** Applies the changes of the chunk to the text before it. */
export const acceptedChange = (before: Text, after: Text, { changes, fromA, fromB }: Chunk): ChangeSet =>
  ChangeSet.of(
    changes.map((change) => ({
      from: fromA + change.fromA,
      to: fromA + change.toA,
      insert: after.slice(fromB + change.fromB, fromB + change.toB),
    })),
    before.length,
  );

/** Reverts the changes of the chunk in the text after it. */
export const rejectedChange = (before: Text, after: Text, { changes, fromA, fromB }: Chunk): ChangeSet =>
  ChangeSet.of(
    changes.map((change) => ({
      from: fromB + change.fromB,
      to: fromB + change.toB,
      insert: before.slice(fromA + change.fromA, fromA + change.toA),
    })),
    after.length,
  );
