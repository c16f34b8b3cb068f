import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import { fileFailure } from '../../../documents/file-failure.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { createDownloads, type DownloadLimits, type DownloadsDeps, downloadLimits, fullPlace } from './downloads.ts';
import { bytesBelow, existingInPlace, pathInPlace } from './own-place.ts';
import { createPutWhole } from './put-whole.ts';

type FilesMethod = Extract<keyof ExtensionServices, `files.${string}`>;
export type FilesApi = Pick<ExtensionServices, FilesMethod>;

export interface FilesApiDeps extends Pick<DownloadsDeps, 'fetch' | 'progress'> {
  /** Where an extension keeps what is its own. */
  folderOf(extensionId: string): string;
  readonly limits?: DownloadLimits;
}

/** Bytes of one file that is read or written at once, which fits a message. */
const longestFile = 50 * 1024 * 1024;

/** A folder of each extension's own, which goes when it is uninstalled. */
export function createFilesApi({ folderOf, limits = downloadLimits, ...deps }: FilesApiDeps): FilesApi {
  const putWhole = createPutWhole();
  const download = createDownloads({ ...deps, putWhole, limits });
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
        throw tooLarge(path);
      }),
    'files.writeFile': (caller, { path, content }) =>
      inASentence(path, 'saved', async () => {
        const folder = placeOf(caller);
        // Before anything is written.
        pathInPlace(folder, path);
        if (content.byteLength > longestFile) throw tooLarge(path);
        if (content.byteLength + (await bytesBelow(folder, limits.placeBytes)) > limits.placeBytes) {
          const message = `“${path}” cannot be saved: ${fullPlace(limits)}.`;
          throw new FailureError({ code: 'invalid-request', message });
        }
        await putWhole(folder, path, (place) => writeFile(place, content, { flag: 'wx' }));
        return null;
      }),
  };
}

const tooLarge = (path: string): FailureError =>
  new FailureError({ code: 'file-too-large', message: `“${path}” has more than 50 MB.` });

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
