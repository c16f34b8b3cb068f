import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { appTextFolder } from '../../../shared/app-texts.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ThreadPart, ThreadSnapshot, ThreadSummary } from '../../../shared/contract/thread.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import { threadMarkdown } from '../../../shared/thread/thread-markdown.ts';
import { fileFailure } from '../../documents/file-failure.ts';
import { atomicWrite } from '../../documents/saving/atomic-write.ts';
import { titleFileName } from '../../documents/title-file-name.ts';
import type { OpenThread } from './open-thread.ts';
import type { DeletedThreads } from './storage/deleted-threads.ts';
import type { DraftStore } from './storage/draft-store.ts';
import { searchThreads } from './storage/search-threads.ts';
import { addToDigest, emptyDigest, labelsOf, longestTitle, titleOf } from './storage/thread-digest.ts';
import type { ThreadIndex } from './storage/thread-index.ts';
import type { ThreadLog } from './storage/thread-log.ts';
import type { ThreadCache } from './thread-cache.ts';

export interface WorkspaceThreadsDeps {
  readonly threads: Pick<ThreadLog, 'directory' | 'pathOf'>;
  readonly index: ThreadIndex;
  readonly cache: ThreadCache;
  readonly deleted: DeletedThreads;
  readonly drafts: Pick<DraftStore, 'of'>;
  publish(event: MainEvent): void;
  workspacePath(): string;
  isAsking(threadId: string): boolean;
  /** Nothing that a thread waits for is to reach it any more. */
  forget(threadId: string): void;
  /** Asks the person where to write a file. null: cancelled */
  pickSaveFile(suggestedName: string): Promise<string | null>;
  /** Opens a file in the editor. */
  showFile(path: string): void;
}

/** Changes of the list are gathered for so long, in ms. */
const gatherMs = 30;

export function createWorkspaceThreads(deps: WorkspaceThreadsDeps) {
  const { threads, index, cache, deleted } = deps;
  let told: readonly ThreadSummary[] | null = null;
  let timer: NodeJS.Timeout | undefined;
  let searching = new AbortController();
  let isClosed = false;

  function stateOf(id: string): ThreadSummary['state'] {
    if (deps.isAsking(id)) return 'asking';
    return cache.get(id)?.running ? 'answering' : 'idle';
  }

  async function list(): Promise<readonly ThreadSummary[]> {
    const those = await index.list(deps.workspacePath());
    return those.map(({ id, digest }) => {
      const { at, isArchived, origin, answerer } = digest;
      const known = { id, title: titleOf(digest), at, isArchived, labels: labelsOf(digest), state: stateOf(id) };
      return { ...known, ...(answerer && { answerer: answerer.modelName }), ...(origin && { origin }) };
    });
  }

  async function tell(): Promise<void> {
    timer = undefined;
    const present = await list();
    if (isClosed || isDeepStrictEqual(present, told)) return;
    told = present;
    deps.publish({ type: 'threads', threads: present });
  }

  /** The list may be another; it is told soon, if it is. */
  function changed(): void {
    if (!isClosed) timer ??= setTimeout(() => void tell(), gatherMs);
  }

  /** Does something with a thread of the open workspace. */
  async function withThread<T>(id: string, work: (thread: OpenThread) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return (await cache.use(id, work)) ?? gone();
    } catch (error) {
      return fileFailure(error, threads.pathOf(id), 'opened');
    }
  }

  /** As the window shows it. */
  async function snapshotOf(thread: OpenThread, have?: ThreadPart): Promise<ThreadSnapshot> {
    const draft = await deps.drafts.of(thread.id);
    return { ...thread.snapshot(have), draft };
  }

  async function snapshotFrom(
    id: string,
    get: (id: string) => Promise<OpenThread | null>,
    have?: ThreadPart,
  ): Promise<Result<ThreadSnapshot>> {
    try {
      const thread = await get(id);
      return thread ? ok(await snapshotOf(thread, have)) : gone();
    } catch (error) {
      return fileFailure(error, threads.pathOf(id), 'opened');
    }
  }

  const markdownOf = (thread: OpenThread): { title: string; text: string } => {
    const title = titleOf(addToDigest(emptyDigest, thread.entries)) || 'Thread';
    return { title, text: threadMarkdown(thread.view, title) };
  };

  async function write(path: string, text: string): Promise<Result<string>> {
    try {
      await atomicWrite(path, text, { mode: 0o600 });
      return ok(path);
    } catch (error) {
      return fileFailure(error, path, 'saved');
    }
  }

  /** Writes a file of the app's own, anew each time, and opens it in the editor. @param id of the thread that it is about */
  async function showText(id: string, fileName: string, text: string): Promise<Result<null>> {
    // One for each thread: several may have one title.
    const folder = join(threads.directory, appTextFolder, id);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
    const written = await write(join(folder, fileName), text);
    if (!written.ok) return written;
    deps.showFile(written.value);
    return ok(null);
  }

  const group: RendererApi['threads'] = {
    list,
    async search(query) {
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      try {
        await Promise.all(cache.open().map((thread) => thread.flush()));
        const those = await index.list(deps.workspacePath());
        return await searchThreads(those, query, threads.pathOf, signal);
      } catch (error) {
        // A newer search goes on in its place.
        if (signal.aborted) return [];
        throw error;
      }
    },
    open: (id, have) => snapshotFrom(id, cache.show, have),
    readAhead: (id) => snapshotFrom(id, cache.readAhead),
    async rename(id, title) {
      const text = oneLine(title, Number.MAX_SAFE_INTEGER);
      if (text === '') return fail('invalid-request', 'A thread needs a title of at least one letter.');
      if (text.length > longestTitle) {
        return fail('invalid-request', `A title has at most ${longestTitle} characters. Shorten it.`);
      }
      return withThread(id, async (thread) => {
        thread.append([{ kind: 'title', at: Date.now(), text, by: 'person' }]);
        return ok(null);
      });
    },
    setArchived: (id, isArchived) =>
      withThread(id, async (thread) => {
        if ((thread.view.isArchived ?? false) !== isArchived) {
          thread.append([{ kind: 'archived', at: Date.now(), isArchived }]);
        }
        return ok(null);
      }),
    async remove(id) {
      const known = await index.find(id);
      if (known?.workspace !== deps.workspacePath()) return gone();
      try {
        deps.forget(id);
        await cache.takeAway(id);
        await deleted.take(id);
        index.forget(id);
        return ok(null);
      } catch (error) {
        cache.allow(id);
        return fileFailure(error, threads.pathOf(id), 'deleted');
      } finally {
        changed();
      }
    },
    async restore(id) {
      try {
        if (!(await deleted.putBack(id))) return gone();
      } catch (error) {
        return fileFailure(error, threads.pathOf(id), 'opened');
      }
      cache.allow(id);
      await index.keep(id);
      changed();
      return ok(null);
    },
    async exportMarkdown(id) {
      // The thread is free again while the dialog is open.
      const exported = await withThread(id, async (thread) => ok(markdownOf(thread)));
      if (!exported.ok) return exported;
      const { title, text } = exported.value;
      const path = await deps.pickSaveFile(fileNameOf(title));
      return path === null ? ok(null) : write(path, text);
    },
    async showAsText(id) {
      const shown = await withThread(id, async (thread) => ok(markdownOf(thread)));
      return shown.ok ? showText(id, fileNameOf(shown.value.title), shown.value.text) : shown;
    },
  };

  return {
    group,
    snapshotOf,
    showText,
    /** A thread as Markdown for the model of another one, without the person's notes beside it. */
    read: (id: string) =>
      withThread(id, async (thread) => {
        const title = titleOf(addToDigest(emptyDigest, thread.entries)) || 'Thread';
        return ok(threadMarkdown({ ...thread.view, notes: {}, labels: {} }, title));
      }),
    changed,
    close() {
      isClosed = true;
      clearTimeout(timer);
      searching.abort();
    },
  };
}

const gone = (): Result<never> => fail('invalid-request', 'This thread is gone.');

const fileNameOf = (title: string): string => `${titleFileName(title, 'Thread')}.md`;
