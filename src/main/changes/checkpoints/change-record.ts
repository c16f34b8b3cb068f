import { z } from 'zod/mini';
import { snapshotSchema } from './file-snapshot.ts';

/** One file of a change. Paths are absolute. */
const changedPathSchema = z.object({
  path: z.string(),
  before: snapshotSchema,
  after: snapshotSchema,
  /**
   * It was open with unsaved edits, so that the editor alone was changed. The disk was left with the file of this hash;
   * that is what is there after a crash.
   */
  disk: z.exactOptional(z.string()),
});
export type ChangedPath = z.output<typeof changedPathSchema>;

/** A file or directory that went from one path to another, with all in it. Each path of it is among the changed ones too. */
const moveSchema = z.object({ from: z.string(), to: z.string() });
export type Move = z.output<typeof moveSchema>;

/**
 * Changes of files that were made together. `turn` and `command`: by the model or agent. `reject`: changes of the paths were put back as a
 * whole; `reject-part`: a part of one. `restore`: the files are what they were before the turn of the prompt.
 */
const changeRecordSchema = z.object({
  type: z.literal('change'),
  id: z.string(),
  at: z.number(),
  kind: z.enum(['turn', 'command', 'reject', 'reject-part', 'restore', 'undo-restore']),
  /** "" where it is of no turn. */
  promptId: z.string(),
  paths: z.array(changedPathSchema),
  moves: z.array(moveSchema),
  /**
   * What others did may be among it: of a command during which the app ended, until the next start; of several that ran at
   * once, where none alone names a path.
   */
  isUncertain: z.exactOptional(z.boolean()),
});
export type ChangeRecord = z.output<typeof changeRecordSchema>;

/**
 * The lines of a thread's journal. A change is written before it is made, and has an end when it is made or taken back:
 * one without was cut off by a crash, and is taken back at the next start.
 */
export const journalLineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('journal'), v: z.literal(1), threadId: z.string() }),
  changeRecordSchema,
  z.object({ type: z.literal('done'), id: z.string() }),
  z.object({ type: z.literal('taken-back'), id: z.string() }),
  /** Changes are taken as they are. null: all. With `base` that counts as what was there before. */
  z.object({ type: z.literal('accepted'), path: z.nullable(z.string()), base: z.exactOptional(snapshotSchema) }),
]);
export type JournalLine = z.output<typeof journalLineSchema>;

/** Where a path comes to lie by a move; null: it is not of it. */
export function movedPath(path: string, { from, to }: Move): string | null {
  if (path === from) return to;
  return path.startsWith(from) && /[/\\]/.test(path[from.length] ?? '') ? to + path.slice(from.length) : null;
}

export const inverse = (moves: readonly Move[]): Move[] =>
  moves.map(({ from, to }) => ({ from: to, to: from })).reverse();
