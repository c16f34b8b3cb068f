import { z } from 'zod/mini';
import { contentKinds } from '../../../../shared/content/content-kinds.ts';
import { answererSchema, type ThreadEntry } from '../../../../shared/contract/thread.ts';
import { readableText } from '../../../../shared/links/mention.ts';
import { readerOf } from '../../../../shared/schema-reader.ts';
import { titleAfter } from '../../../../shared/thread/fold-thread.ts';
import { oneLine } from '../../../../shared/thread/one-line.ts';
import { parseJson, sizeOf, streamLines } from './json-lines.ts';
import { threadEntrySchema } from './thread-entry-schema.ts';
import { headerSchema, threadVersion } from './thread-log.ts';

/** The length of a title, in characters. */
export const longestTitle = 200;
/** Of a prompt, where there is no title. */
const longestBeginning = 80;

/** The facts of a thread that the list shows. */
export const threadDigestSchema = z.object({
  title: z.optional(z.object({ text: z.string(), by: z.enum(['person', 'model']) })),
  /** The beginning of what was said first; absent while nothing was. */
  beginning: z.optional(z.string()),
  /** When something was said last. */
  at: z.number(),
  isArchived: z.boolean(),
  /** An extension began it. */
  origin: z.optional(z.object({ extensionName: z.string(), parentId: z.exactOptional(z.string()) })),
  /** By the id of what they are on. */
  labels: z._default(z.record(z.string(), z.array(z.string())), {}),
  /** The ids of its sessions with agent servers, by the references of these. */
  agentSessions: z._default(z.record(z.string(), z.string()), {}),
  answerer: z.optional(answererSchema),
});
export type ThreadDigest = z.output<typeof threadDigestSchema>;

export const emptyDigest: ThreadDigest = { at: 0, isArchived: false, labels: {}, agentSessions: {} };

export const titleOf = ({ title, beginning = '' }: ThreadDigest): string =>
  title ? oneLine(title.text, longestTitle) : beginning;

/** Each once, in the order of their letters. */
export const labelsOf = ({ labels }: ThreadDigest): string[] => [...new Set(Object.values(labels).flat())].sort();

/** Decisions about a thread are no content of it. */
const saysNothing: ReadonlySet<ThreadEntry['kind']> = new Set([
  'note',
  'branch-shown',
  'limit',
  'setup',
  'origin',
  'task',
  'agent-session',
  'answerer',
  'handover',
]);

/** Continues a digest; what it is called and where it is put say nothing in it, either. */
export function addToDigest(digest: ThreadDigest, entries: readonly ThreadEntry[]): ThreadDigest {
  const next = { ...digest };
  for (const entry of entries) {
    if (entry.kind === 'title') next.title = titleAfter(next.title, entry);
    else if (entry.kind === 'archived') next.isArchived = entry.isArchived;
    else if (entry.kind === 'origin') {
      const { extensionName, parentId } = entry;
      next.origin = { extensionName, ...(parentId !== undefined && { parentId }) };
    } else if (entry.kind === 'agent-session') {
      const { [entry.agent]: _before, ...others } = next.agentSessions;
      next.agentSessions = { ...others, ...(entry.sessionId !== null && { [entry.agent]: entry.sessionId }) };
    } else if (entry.kind === 'answerer') next.answerer = { model: entry.model, modelName: entry.modelName };
    else if (entry.kind === 'labels') next.labels = { ...next.labels, [entry.on]: entry.labels };
    else if ('at' in entry && !saysNothing.has(entry.kind)) {
      const beginning = next.beginning ?? beginningOf(entry);
      next.at = Math.max(next.at, entry.at);
      if (beginning !== undefined) next.beginning = beginning;
    }
  }
  return next;
}

function beginningOf(entry: ThreadEntry): string | undefined {
  if (entry.kind === 'prompt' || entry.kind === 'queue-added')
    return oneLine(readableText(entry.text), longestBeginning) || 'Image';
  if (entry.kind === 'command-reply') return oneLine(entry.command, longestBeginning);
  if (entry.kind === 'shell-run') return oneLine(`!${entry.command}`, longestBeginning);
  return undefined;
}

const readEntry = readerOf(threadEntrySchema);

/** Most lines of a file are these; they hold what a digest has no place for. */
const passedOver = new RegExp(
  `^\\{"kind":"(?:answer-(?:${contentKinds.join('|')}|usage|step|round)|tool-output|shell-output)"`,
);

export interface ReadDigest {
  /** Absent: its first line cannot be read. */
  readonly workspace: string | undefined;
  /** null: it is of a later version. */
  readonly digest: ThreadDigest | null;
}

/** Of a file that is longer than both, so much is read of its beginning and of its end. Bytes. */
const maxOfBeginning = 1024 * 1024;
const maxOfEnd = 8 * 1024 * 1024;

/**
 * Reads a thread's file for its digest, without holding it. What a long one was called in its midst is passed over.
 * @throws when it cannot be read
 */
export async function readDigest(path: string): Promise<ReadDigest> {
  let workspace: string | undefined;
  let digest = emptyDigest;
  for await (const lines of beginningAndEnd(path)) {
    for (const line of lines) {
      if (line === '' || passedOver.test(line)) continue;
      const value = parseJson(line);
      const entry = readEntry(value);
      if (entry.success) {
        digest = addToDigest(digest, [entry.data]);
        continue;
      }
      const header = headerSchema.safeParse(value);
      if (!header.success) continue;
      if (header.data.v !== threadVersion) return { workspace: header.data.workspace, digest: null };
      workspace ??= header.data.workspace;
    }
  }
  return { workspace, digest };
}

async function* beginningAndEnd(path: string): AsyncGenerator<string[]> {
  const size = await sizeOf(path);
  if (size <= maxOfBeginning + maxOfEnd) return yield* streamLines(path);
  yield* streamLines(path, { to: maxOfBeginning });
  yield* streamLines(path, { from: size - maxOfEnd });
}
