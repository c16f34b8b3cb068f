import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import type { PromptImage } from '../../../../shared/contract/prompt-image.ts';
import { keptImagesSchema } from '../../../../shared/contract/prompt-image.ts';
import type { Draft } from '../../../../shared/contract/thread.ts';
import { atomicWrite } from '../../../documents/saving/atomic-write.ts';
import type { ThreadLog } from './thread-log.ts';

/** Drafts of prompts that are not sent yet: in files beside the threads, so that they survive a crash. */
export type DraftStore = ReturnType<typeof createDraftStore>;

const nothing: Draft = { text: '', images: [] };
const textName = (threadId: string): string => `${threadId}.txt`;
/** Of their own: they are large, and seldom change. */
const imagesName = (threadId: string): string => `${threadId}.images.json`;

export function createDraftStore({ directory }: Pick<ThreadLog, 'directory'>, onProblem: (error: Error) => void) {
  const folder = join(directory, 'drafts');
  /** The files that are there. A new thread has none, and is shown without a look at the disk. */
  const present = readdir(folder).then(
    (names) => new Set(names),
    () => new Set<string>(),
  );
  /** Drafts that are not yet written. "": no file. */
  const wanted = new Map<string, string>();
  const writing = new Map<string, Promise<void>>();

  async function write(name: string): Promise<void> {
    const names = await present;
    for (let content = wanted.get(name); content !== undefined; content = wanted.get(name)) {
      try {
        if (content === '') await rm(join(folder, name), { force: true });
        else {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await atomicWrite(join(folder, name), content, { mode: 0o600 });
        }
        if (content === '') names.delete(name);
        else names.add(name);
        if (wanted.get(name) === content) wanted.delete(name);
      } catch (error) {
        onProblem(error as Error);
        // It stays in memory, until something else is wanted.
        if (wanted.get(name) === content) break;
      }
    }
    writing.delete(name);
  }

  async function put(name: string, content: string): Promise<void> {
    wanted.set(name, content);
    const under = writing.get(name) ?? write(name);
    writing.set(name, under);
    await under;
  }

  async function contentOf(name: string): Promise<string> {
    const isThere = (await present).has(name);
    // A file that cannot be read is as none; what is written next replaces it.
    const read = isThere && !wanted.has(name) ? await readFile(join(folder, name), 'utf8').catch(() => '') : '';
    return wanted.get(name) ?? read;
  }

  return {
    /** Never rejects. */
    async of(threadId: string) {
      if (!isThreadId(threadId)) return nothing;
      const [text, images] = await Promise.all([contentOf(textName(threadId)), contentOf(imagesName(threadId))]);
      return { text, images: imagesIn(images) };
    },
    /**
     * Settles when it is on disk; of several the last one counts. Never rejects.
     * @param images absent: as they were
     */
    async keep(threadId: string, text: string, images?: readonly PromptImage[]) {
      if (!isThreadId(threadId)) return;
      const imagesText = images && (images.length === 0 ? '' : JSON.stringify(images));
      await Promise.all([
        put(textName(threadId), text),
        imagesText !== undefined && put(imagesName(threadId), imagesText),
      ]);
    },
    /** Settles when everything is on disk. */
    close: async () => void (await Promise.all(writing.values())),
  };
}

function imagesIn(content: string): readonly PromptImage[] {
  if (content === '') return [];
  try {
    return keptImagesSchema.parse(JSON.parse(content));
  } catch {
    return [];
  }
}

/** Only an id of a thread may become a path. */
const isThreadId = (id: string): boolean => z.uuid().safeParse(id).success;
