import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { ContextUse } from '../../../shared/contract/provider.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ShellRunEnd } from '../../../shared/contract/shell-run.ts';
import type {
  AnswerActivity,
  AnswerEnd,
  ThreadEntry,
  ThreadPart,
  ThreadSnapshot,
} from '../../../shared/contract/thread.ts';
import type { ThreadView } from '../../../shared/contract/thread-view.ts';
import { allAnswers } from '../../../shared/thread/all-answers.ts';
import { appendEntries, emptyThread } from '../../../shared/thread/fold-thread.ts';
import type { RetryWait } from '../turns/retry-wait.ts';
import type { ThreadFile } from './storage/thread-log.ts';

/** Running work of a thread: an answer that is prepared or streamed, or a slash command. Aborting it ends it. */
export interface Running {
  readonly controller: AbortController;
  readonly retryWait: RetryWait;
  /** Settles when it is over; never rejects. */
  done: Promise<void>;
}

/** A thread in memory, of which every new entry goes to its file and to the renderer. */
export interface OpenThread {
  readonly id: string;
  /** The folder that was open when it began, absolute; "": none was. */
  readonly workspace: string;
  readonly entries: readonly ThreadEntry[];
  /** The fold of all entries. */
  readonly view: ThreadView;
  readonly context: ContextUse | null;
  /** About how many bytes its file has, with what is still to be written. */
  readonly size: number;
  /** One thing at a time. */
  running: Running | null;
  append(entries: readonly ThreadEntry[]): void;
  /** Shown, not kept. */
  setActivity(activity: AnswerActivity | null): void;
  /** Shown, not kept. */
  setContext(context: ContextUse | null): void;
  /** @param have what whoever asks has of it already */
  snapshot(have?: ThreadPart): Omit<ThreadSnapshot, 'draft'>;
  /** Writes what is pending. Never rejects. */
  flush(): Promise<void>;
  /** @returns whether everything is in its file */
  close(): Promise<boolean>;
}

/** The folder of its tools, mentions and rules, whichever is open by now. */
export const folderOf = ({ workspace }: Pick<OpenThread, 'workspace'>): string | null =>
  workspace === '' ? null : workspace;

const brokenOff: Failure = {
  code: 'cancelled',
  message: 'The app was closed while this answer was streaming. The text so far is kept.',
};

/** Ending of an answer that the end of the app cut short. */
export const endOfApp = { type: 'failed', failure: brokenOff } as const;
/** Whether it is that, perhaps in the words of another version. */
export const isEndOfApp = (end: AnswerEnd | undefined): boolean =>
  end?.type === 'failed' && end.failure.code === brokenOff.code;

/**
 * Prompts, decisions of the person and endings of answers survive a power cut; streamed text is at most 100 ms behind.
 */
const toDiskAtOnce: ReadonlySet<ThreadEntry['kind']> = new Set([
  'prompt',
  'branch-shown',
  'queue-added',
  'queue-edited',
  'queue-order',
  'note',
  'labels',
  'compaction',
  'limit',
  'setup',
  'shell-run',
  'shell-ended',
  'origin',
  'task',
  'agent-session',
  'answerer',
  'handover',
  'title',
  'title-usage',
  'archived',
  'answer-ended',
]);

/** Ending of a command that the end of the app cut short. */
export const shellEndOfApp: ShellRunEnd = { type: 'failed', reason: 'It was ended with the app.' };

/** @param file as read; an answer or a command in it that never ended is ended now */
export function openThread(
  file: ThreadFile,
  publish: (event: Extract<MainEvent, { type: 'thread-entries' | 'answer-activity' | 'context-use' }>) => void,
): OpenThread {
  const { id: threadId } = file;
  const edition = randomUUID();
  const entries = [...file.entries];
  let activity: AnswerActivity | null = null;
  let context: ContextUse | null = null;
  let view = emptyThread;
  let { size } = file;
  /** So many entries are in the view. */
  let folded = 0;

  function present(): ThreadView {
    if (folded < entries.length) view = appendEntries(view, folded === 0 ? entries : entries.slice(folded));
    folded = entries.length;
    return view;
  }

  function record(added: readonly ThreadEntry[]): void {
    // A history is longer than a call may have arguments.
    for (const entry of added) entries.push(entry);
    size += file.writer.append(added);
    if (added.some(({ kind }) => toDiskAtOnce.has(kind))) void file.writer.flush({ toDisk: true });
  }

  const { shellRuns } = present();
  const at = Date.now();
  const endings = allAnswers(present())
    .filter(({ end }) => !end)
    .map(({ id }): ThreadEntry => ({ kind: 'answer-ended', answerId: id, at, end: endOfApp }));
  for (const { id, end } of shellRuns) if (!end) endings.push({ kind: 'shell-ended', id, at, end: shellEndOfApp });
  if (endings.length > 0) record(endings);

  return {
    id: threadId,
    workspace: file.workspace,
    entries,
    get view() {
      return present();
    },
    get context() {
      return context;
    },
    get size() {
      return size;
    },
    running: null,
    append(added) {
      const from = entries.length;
      record(added);
      publish({ type: 'thread-entries', threadId, entries: added, from });
    },
    setActivity(next) {
      if (isDeepStrictEqual(next, activity)) return;
      activity = next;
      publish({ type: 'answer-activity', threadId, activity });
    },
    setContext(next) {
      if (isDeepStrictEqual(next, context)) return;
      context = next;
      publish({ type: 'context-use', threadId, context });
    },
    snapshot(have) {
      const from = have?.edition === edition && have.count <= entries.length ? have.count : 0;
      return { id: threadId, edition, from, entries: entries.slice(from), activity, context };
    },
    flush: () => file.writer.flush(),
    close: () => file.writer.close(),
  };
}
