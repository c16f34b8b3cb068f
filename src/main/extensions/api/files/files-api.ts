import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import { fileFailure } from '../../../documents/file-failure.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { createDownloads, type DownloadsDeps } from './downloads.ts';
import { existingInPlace } from './own-place.ts';

type FilesMethod = Extract<keyof ExtensionServices, `files.${string}`>;
export type FilesApi = Pick<ExtensionServices, FilesMethod>;

export interface FilesApiDeps extends DownloadsDeps {
  /** Where an extension keeps what is its own. */
  folderOf(extensionId: string): string;
}

/** Bytes of one file that is read at once. */
const longestFile = 10 * 1024 * 1024;

/** A folder of each extension's own, which goes when it is uninstalled. */
export function createFilesApi({ folderOf, ...deps }: FilesApiDeps): FilesApi {
  const download = createDownloads(deps);
  const placeOf = ({ id }: Manifest): string => join(folderOf(id), 'files');

  /** @returns what a task makes of an existing file */
  async function at<T>(caller: Manifest, path: string, task: (place: string) => Promise<T>): Promise<T> {
    return inASentence(path, 'opened', async () => task(await existingInPlace(placeOf(caller), path)));
  }

  return {
    async 'files.folder'(caller) {
      await mkdir(placeOf(caller), { recursive: true, mode: 0o700 });
      return placeOf(caller);
    },
    'files.download': (caller, asked, { signal }) =>
      inASentence(asked.path, 'saved', async () => {
        await download(caller, placeOf(caller), asked, signal);
        return null;
      }),
    'files.makeExecutable': (caller, { path }) =>
      at(caller, path, async (place) => {
        if (process.platform !== 'win32') await chmod(place, 0o755);
        return null;
      }),
    'files.readFile': (caller, { path }) =>
      at(caller, path, async (place) => {
        if ((await stat(place)).size <= longestFile) return new Uint8Array(await readFile(place));
        throw new FailureError({ code: 'file-too-large', message: `“${path}” has more than 10 MB.` });
      }),
  };
}

/** An error of the system says the absolute path, and has no sentence. */
async function inASentence<T>(path: string, doing: 'opened' | 'saved', task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    const isOfSystem = thrown instanceof Error && 'syscall' in thrown && !(thrown instanceof FailureError);
    const failed = isOfSystem ? fileFailure(thrown, path, doing) : null;
    throw failed && !failed.ok ? new FailureError(failed.failure) : thrown;
  }
}
