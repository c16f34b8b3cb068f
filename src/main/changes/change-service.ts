import { join } from 'node:path';
import pLimit from 'p-limit';
import type { ChangedSince, RejectReport, RestoreReport } from '../../shared/contract/change.ts';
import type { SavedDocument, SaveRequest } from '../../shared/contract/documents/document.ts';
import { FailureError, ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { LateHandlers } from '../../shared/contract/methods/renderer-methods.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { ShownChange } from '../../shared/contract/tool.ts';
import type { DocumentReading } from '../documents/encoding/text-encoding.ts';
import { realPathOf } from '../documents/project-border.ts';
import { asFailure, createApplyChanges } from './apply-changes.ts';
import { type BufferBridge, type BufferBridgeDeps, createBufferBridge } from './buffer-bridge.ts';
import { type Claim, createClaims } from './change-owners.ts';
import { createChangeRunner, type PlannedChange } from './change-runner.ts';
import { type ChangedThread, createChangedThreads } from './changed-threads.ts';
import { createBlobStore } from './checkpoints/blob-store.ts';
import { type ChangeRecord, type JournalLine, movedPath } from './checkpoints/change-record.ts';
import { createDiskReader, type FileSnapshot, fileOrNothing, sameSnapshot } from './checkpoints/file-snapshot.ts';
import { realFolder } from './checkpoints/folder-looks.ts';
import { limitStore, maxBytes } from './checkpoints/store-limit.ts';
import { createCommandWatch } from './command-watch.ts';
import { plainEnds } from './file-text.ts';
import { notKept, notRecorded } from './not-kept.ts';
import { planChanges } from './plans/plan-changes.ts';
import { planRestore, planUndo } from './plans/plan-restore.ts';
import { createPresentFiles, type PresentFiles } from './present-files.ts';
import { createReviewNews } from './review/review-news.ts';
import { createShownPaths } from './review/shown-paths.ts';
import { createThreadReview } from './review/thread-review.ts';
import type { Reviewed } from './thread-changes.ts';

export interface ChangeServiceDeps extends Pick<BufferBridgeDeps, 'deadlines'> {
  /** Absolute; made when it is needed. */
  readonly directory: string;
  /** The open folder, or null. What commands change is looked for in it. */
  root(): string | null;
  publish(event: Extract<MainEvent, { type: 'buffer-request' | 'document-changed' | 'review' }>): void;
  /** The documents that are open in the window, as they were opened. */
  openPaths(): readonly string[];
  /** With which encoding an open document is read. @param path as it was opened */
  readingOf(path: string): DocumentReading | undefined;
  saveDocument(request: SaveRequest): Promise<Result<SavedDocument>>;
  /** A sentence for the person: what of the checkpoints is lost, or was not kept. */
  onProblem(sentence: string): void;
}

/** In which turn something is changed. */
export interface ChangePlace {
  readonly threadId: string;
  readonly promptId: string;
}

export interface PreparedChange {
  /** In the order of the changes; of a directory that is deleted, one for each file in it as well. Paths are absolute. */
  readonly shown: readonly ShownChange[];
}

/** Changes of files by models, their review and their restore. */
export type ChangeService = ReturnType<typeof createChangeService>;

export function createChangeService(deps: ChangeServiceDeps) {
  const { directory, publish, readingOf, onProblem } = deps;
  const inTurn = pLimit(1);
  const plans = new WeakMap<PreparedChange, PlannedChange>();
  const store = createBlobStore(join(directory, 'blobs'));
  const threads = createChangedThreads(join(directory, 'threads'));
  const disk = createDiskReader();
  const bridge = createBufferBridge(deps);
  const files = createPresentFiles({ disk, bridge, readingOf, publish });
  const shownPaths = createShownPaths(deps.root);
  const review = createThreadReview({ files, store, shownPaths });
  const news = createReviewNews({ threads, review, publish, inTurn });
  const runningDirectory = join(directory, 'running');
  const watch = createCommandWatch({ runningDirectory, threads, disk, store, ownDirectory: directory, onProblem });
  const runnerOf = (present: PresentFiles, asked: BufferBridge) =>
    createChangeRunner({
      files: present,
      store,
      changes: createApplyChanges({ ...deps, files: present, store, bridge: asked }),
      async onPaths(changed) {
        await watch.note(changed);
        for (const path of changed) news.fileChanged(path);
      },
    });
  const runner = runnerOf(files, bridge);

  const ready = inTurn(start).catch((error: Error) => {
    onProblem(`The checkpoints of changed files could not be read (${error.message}).`);
  });

  async function start(): Promise<void> {
    let isComplete = true;
    await threads.load((_id, { message }) => {
      isComplete = false;
      onProblem(`The checkpoints of a thread could not be read (${message}). They are left as they are.`);
    });
    // An interrupted change is on the disk alone: the editor is a new one, and may not be there yet.
    const onDisk = createPresentFiles({ disk, bridge: noEditor, readingOf, publish });
    for (const sentence of await runnerOf(onDisk, noEditor).recover(threads)) onProblem(sentence);
    if (await watch.recover().catch(() => false))
      onProblem(
        'The app stopped while a command ran. Changes since then may be yours but count as the command’s: check before you reject them.',
      );
    // The blobs that an unreadable journal needs are unknown.
    if (isComplete) await limit();
  }

  async function limit(): Promise<void> {
    const lost = await limitStore(store, threads, watch.hashes());
    if (lost > 0)
      onProblem(
        `${lost === 1 ? 'The checkpoints of the oldest thread' : `The checkpoints of the ${lost} oldest threads`} were deleted: checkpoints may take 2 GB.`,
      );
  }

  async function run(
    thread: ChangedThread,
    kind: ChangeRecord['kind'],
    promptId: string,
    plan: PlannedChange,
  ): Promise<void> {
    // A turn whose files are as they were before by now counts as restored as well.
    const isRestore = kind === 'restore' || kind === 'undo-restore';
    if (plan.paths.length === 0 && !isRestore) return;
    await runner.run(thread, kind, promptId, plan);
  }

  /**
   * Two threads may change one file: each reviews what came since its own first change. What one puts back is gone for
   * those too that began on top of it, so that they have nothing to review in it any more.
   */
  async function settleOthers(thread: ChangedThread, { paths }: PlannedChange): Promise<void> {
    const made = thread.changes.made.flatMap((change) => change.paths.map((one) => ({ ...one, at: change.at })));
    for (const other of threads.all()) {
      if (other === thread) continue;
      const lines = paths.flatMap(({ path }): JournalLine[] => {
        const theirs = other.changes.reviewed.get(path);
        const isOnTop = made.some((one) => one.path === path && theirs && beganWith(theirs, one.after, one.at));
        return isOnTop ? [{ type: 'accepted', path }] : [];
      });
      if (lines.length > 0) await other.write(lines);
    }
  }

  async function askFirst(changedSince: readonly string[]): Promise<ChangedSince> {
    return { type: 'changed-since', paths: changedSince.map(await shownPaths.toShown()) };
  }

  /** Does something with a thread's changes, when nothing else does. What fails is told as a failure. */
  async function withThread<T>(threadId: string, task: (thread: ChangedThread) => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await inTurn(() => task(threads.get(threadId))));
    } catch (error) {
      return { ok: false, failure: toFailure(asFailure(error, directory, 'saved')) };
    }
  }

  /** The person's decisions. */
  const handlers: LateHandlers['changes'] = {
    answerBuffer: bridge.answer,
    async review(threadId) {
      await ready;
      return news.answer(threadId);
    },
    texts: (threadId, path) =>
      withThread(threadId, async (thread) => review.texts(thread, await shownPaths.toReal(path))),
    accept: (threadId, path, before) =>
      withThread(threadId, async (thread) => {
        const real = path && (await shownPaths.toReal(path));
        const isPart = real !== null && before !== undefined;
        const base = isPart ? { base: await review.baseOf(thread, real, before) } : {};
        await thread.write([{ type: 'accepted', path: real, ...base }]);
        return null;
      }),
    reject: (threadId, path, isForced) =>
      withThread(threadId, async (thread): Promise<RejectReport> => {
        const real = path && (await shownPaths.toReal(path));
        const { change, changedSince } = await review.planReject(thread, real);
        if (changedSince.length > 0 && !isForced) return askFirst(changedSince);
        await run(thread, 'reject', '', change);
        // Those too that were as before already, and so are in no change.
        const left = [...thread.changes.reviewed.keys()].filter((one) => real === null || one === real);
        if (left.length > 0) await thread.write(left.map((one) => ({ type: 'accepted', path: one })));
        await settleOthers(thread, change);
        return { type: 'rejected' };
      }),
    rejectPart: (threadId, path, base, text) =>
      withThread(threadId, async (thread) => {
        const change = { type: 'write', path: await shownPaths.toReal(path), text, expected: base } as const;
        const { plan } = await planChanges([change], files, deps.root());
        await run(thread, 'reject-part', '', plan);
        return null;
      }),
    restore: (threadId, promptId, isForced) =>
      withThread(threadId, async (thread): Promise<RestoreReport> => {
        const first = thread.changes.startOf(promptId);
        if (first === -1) return { type: 'restored', fileCount: 0 };
        const { change, changedSince, unsaved } = await planRestore(thread.changes, first, files);
        if (changedSince.length > 0 && !isForced) return askFirst(changedSince);
        await run(thread, 'restore', promptId, change);
        await settleOthers(thread, change);
        return { type: 'restored', fileCount: fileCount(change), ...(unsaved.length > 0 && { unsaved }) };
      }),
    undoRestore: (threadId) =>
      withThread(threadId, async (thread) => {
        const last = thread.changes.lastPutBack();
        if (!last) throw new FailureError({ code: 'invalid-request', message: 'There is nothing to undo.' });
        await run(thread, 'undo-restore', last.promptId, await planUndo(last, files));
        return null;
      }),
  };

  return {
    /**
     * The text as the person sees it: of the editor when it is open there, else of the disk. Lines end with "\n".
     * @param path absolute, links resolved
     * @returns null when there is no such file
     * @throws {FailureError}
     */
    async readText(path: string) {
      await ready;
      try {
        const found = await files.text(path);
        return found && plainEnds(found.text);
      } catch (error) {
        throw asFailure(error, path, 'opened');
      }
    },
    /**
     * Finds out what changes come to, one after the other, and touches nothing.
     * @param changes with absolute paths, links resolved, that may be changed
     * @param root the folder of the thread, which itself stays; the open one when absent
     * @throws {FailureError} why one cannot be made
     */
    async prepare(changes: readonly FileChange[], root: string | null = deps.root()): Promise<PreparedChange> {
      await ready;
      const { plan, shown } = await planChanges(changes, files, root);
      const prepared = { shown };
      plans.set(prepared, plan);
      return prepared;
    },
    /**
     * Makes all of them, or none. What was there is on disk before the first.
     * @throws {FailureError} `file-changed` when something is not as it was when they were prepared
     */
    async apply(prepared: PreparedChange, { threadId, promptId }: ChangePlace) {
      const plan = plans.get(prepared);
      if (!plan) throw new TypeError('This change was not prepared here.');
      await inTurn(() => run(threads.get(threadId), 'turn', promptId, plan));
    },
    /**
     * Keeps what is in a folder already, as a command may begin there soon, which then waits less. Never rejects.
     * @param root the folder
     */
    async expectCommand(root: string) {
      // Not in turn: a folder of a network may not answer, and holds up nobody else by that.
      await realFolder(root)
        .then((real) => inTurn(() => watch.prepare(real)))
        .catch(() => {});
    },
    /**
     * Keeps what is in the folder, so that what a command changes can be reviewed and taken back.
     * @param root the folder; the open one when absent
     * @returns `missing`: what is not kept, in a sentence; `claim`: a call of it says what it changes, so that it counts for
     * others no more; `done`: to be called when the command is over; never rejects
     * @throws {FailureError} when it cannot be kept, as the disk is full
     */
    async beforeCommand({ threadId, promptId }: ChangePlace, root: string | null = deps.root()) {
      if (root === null) return { missing: null, claim: (_: Claim) => {}, done: async () => {} };
      const claims = createClaims();
      const command = { root: await realFolder(root), threadId, promptId, claims };
      const missing = await inTurn(async () => {
        const missing = await watch.begin(command).catch((error) => {
          throw notKept(error, 'Nothing was begun.');
        });
        if (store.bytes() > maxBytes) await limit();
        return missing;
      });
      return {
        missing,
        claim: claims.add,
        async done() {
          await inTurn(() => watch.end(command)).catch((error: Error) => onProblem(notRecorded(error)));
        },
      };
    },
    review: handlers,
    /** Whether a model changed it, and a person has not accepted that. @param path absolute, links resolved */
    isInReview: (path: string) => threads.all().some(({ changes }) => changes.reviewed.has(path)),
    /** A file was saved by the person, edited in the editor or changed on disk: what is to review may be different now. */
    fileChanged(path: string, by?: 'person' | 'program') {
      const real = realPathOf(path);
      // While a command runs, what the person saves is not the command's. In turn at once: the command may be ending.
      if (by === 'person') void inTurn(async () => watch.note([await real])).catch(() => undefined);
      void real.then((found) => news.fileChanged(found)).catch(() => undefined);
    },
    /** The thread is gone for good, and its checkpoints with it. */
    forget: (threadId: string) => inTurn(() => threads.forget(threadId)),
    /** Resolves when nothing is being written any more. */
    async close() {
      await inTurn(watch.close);
      await news.close();
    },
  };
}

const noEditor: BufferBridge = {
  openAs: async () => null,
  openBelow: async () => [],
  ask: async () => ({ type: 'closed' }),
  answer: () => {},
};

/** The state that another thread left at a time is the one that a review began with. */
const beganWith = ({ base, since }: Reviewed, snapshot: FileSnapshot, at: number): boolean =>
  at < since && sameSnapshot(fileOrNothing(snapshot), base);

/** A file that was moved is one file. */
const fileCount = ({ paths, moves }: PlannedChange): number =>
  paths.filter(({ path, before, after }) => {
    const isMoved = after === null && moves.some((move) => movedPath(path, move) !== null);
    return !isMoved && (fileOrNothing(before) ?? fileOrNothing(after)) !== null;
  }).length;
