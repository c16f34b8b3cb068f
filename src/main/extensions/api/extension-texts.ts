import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionTextFolder } from '../../../shared/app-texts.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Asker } from '../../../shared/contract/question.ts';
import { fileFailure } from '../../documents/file-failure.ts';
import { atomicWrite } from '../../documents/saving/atomic-write.ts';
import { titleFileName } from '../../documents/title-file-name.ts';
import { askerRefusal } from './asker.ts';
import { createRateLimit } from './rate-limit.ts';

export interface ExtensionTextsDeps {
  /** Where an extension keeps what is its own. */
  folderOf(extensionId: string): string;
  /** Paths of the open documents. */
  openPaths(): readonly string[];
  /** Opens a file in the editor, and leaves the keyboard where it is. */
  showFile(path: string): Promise<void>;
  readonly now?: () => number;
}

export type ExtensionTexts = ReturnType<typeof createExtensionTexts>;

/** Each may take the place of what the person reads. */
const mostShown = 5;
const periodMs = 30_000;
/** Texts of one extension. */
const mostKept = 20;

/** Longer texts that extensions show in the editor: files of the app, one for each extension and title. */
export function createExtensionTexts({ folderOf, openPaths, showFile, now }: ExtensionTextsDeps) {
  const rate = createRateLimit(mostShown, now, periodMs);

  /** Takes away the oldest that no tab shows, if there are too many. @returns whether one more has room */
  async function makeRoom(folder: string, name: string): Promise<boolean> {
    const others = (await readdir(folder)).filter((other) => other !== name);
    if (others.length < mostKept) return true;
    const open = new Set(openPaths());
    const closed = others.map((other) => join(folder, other)).filter((path) => !open.has(path));
    const aged = await Promise.all(closed.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
    const gone = aged.sort((one, other) => one.at - other.at).slice(0, others.length - mostKept + 1);
    for (const { path } of gone) await rm(path, { force: true });
    return others.length - gone.length < mostKept;
  }

  return {
    /**
     * Shows a text in place of the one with the same title.
     * @throws {FailureError} when the extension shows too many, or the text could not be written
     */
    async show(asker: Asker, { title, text, isMarkdown }: MainMethods['window.showText']['params']) {
      const { extensionId } = asker;
      if (!rate.take(extensionId)) {
        throw askerRefusal(
          asker,
          `shows more than ${mostShown} texts in ${periodMs / 1000} seconds. Show the next one later.`,
        );
      }
      const folder = join(folderOf(extensionId), extensionTextFolder);
      const name = `${titleFileName(title, 'Text')}.${isMarkdown ? 'md' : 'txt'}`;
      const path = join(folder, name);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!(await makeRoom(folder, name))) {
          throw askerRefusal(asker, `has ${mostKept} texts open. Close one of them first.`);
        }
        await atomicWrite(path, text, { mode: 0o600 });
      } catch (error) {
        if (error instanceof FailureError) throw error;
        const failed = fileFailure(error, path, 'saved');
        throw failed.ok ? error : new FailureError(failed.failure);
      }
      await showFile(path);
    },
  };
}
