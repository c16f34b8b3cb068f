import { mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { FetchHead, FetchRequest } from '../../../../shared/contract/extension-api/extension-fetch.ts';
import type { DownloadFormat } from '../../../../shared/contract/extension-api/extension-files.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import type { PackageEntry } from '../../install/package-entry.ts';
import { PackageFault } from '../../install/package-fault.ts';
import { gunzipped, readTarGzip, readZipFile } from '../../install/read-package.ts';
import { makeLinks, writeEntries } from '../../install/write-entries.ts';
import { askerOf } from '../asker.ts';
import { createKeyedLimit } from '../keyed-limit.ts';
import { type ProgressBoard, withProgress } from '../progress-board.ts';
import { bytesBelow, pathInPlace } from './own-place.ts';
import type { PutWhole } from './put-whole.ts';

export interface DownloadLimits {
  /** Of one download: as it comes, and unpacked. */
  readonly bytes: number;
  /** Files and folders of one archive. */
  readonly entries: number;
  /** All that an extension may have. */
  readonly placeBytes: number;
}

const megabyte = 1024 * 1024;
export const downloadLimits: DownloadLimits = { bytes: 500 * megabyte, entries: 20_000, placeBytes: 2000 * megabyte };

export interface DownloadsDeps {
  readonly fetch: (
    caller: Manifest,
    request: FetchRequest,
    signal: AbortSignal,
  ) => AsyncIterable<FetchHead | Uint8Array>;
  /** Shows what is downloaded; the person may cancel it there. */
  readonly progress: Pick<ProgressBoard, 'start' | 'end'>;
  readonly putWhole: PutWhole;
  readonly limits: DownloadLimits;
}

interface Download {
  readonly url: string;
  readonly path: string;
  readonly format: DownloadFormat;
}

const atOnce = 2;
const maxWaiting = 32;

/** Downloads for extensions into the folders of their own. */
export function createDownloads({ fetch, progress, putWhole, limits }: DownloadsDeps) {
  const turns = createKeyedLimit(atOnce, maxWaiting);

  async function fetchInto(
    caller: Manifest,
    folder: string,
    { url, path, format }: Download,
    signal: AbortSignal,
  ): Promise<void> {
    // Before anything is fetched.
    pathInPlace(folder, path);
    if ((await bytesBelow(folder, limits.placeBytes)) > limits.placeBytes) throw new PackageFault(fullPlace(limits));
    await putWhole(folder, path, async (content) => {
      const packed = counted(await opened(fetch, caller, url, signal), limits.bytes);
      await unpackInto[format](packed, content, limits, signal);
      signal.throwIfAborted();
    });
  }

  return async function download(
    caller: Manifest,
    folder: string,
    asked: Download,
    signal: AbortSignal,
  ): Promise<void> {
    const title = `Downloading ${basename(asked.path)} for ${caller.name}`.slice(0, 200);
    const shown = { progress, owner: askerOf(caller), title, cancelled: 'The download was cancelled.' };
    try {
      await withProgress(shown, [signal], (stop) =>
        turns.take(caller.id, stop, () => fetchInto(caller, folder, asked, stop)),
      );
    } catch (thrown) {
      if (thrown instanceof PackageFault) throw refusal(asked, thrown.message);
      throw connectionFailure(asked, thrown) ?? thrown;
    }
  };
}

type Unpack = (
  packed: AsyncIterable<Uint8Array>,
  to: string,
  limits: DownloadLimits,
  signal: AbortSignal,
) => Promise<void>;

const unpackInto: Readonly<Record<DownloadFormat, Unpack>> = {
  none: (bytes, to) => writeFile(to, bytes, { flag: 'wx' }),
  gzip: (packed, to, { bytes }) => writeFile(to, gunzipped(packed, bytes), { flag: 'wx' }),
  'tar-gzip': (packed, to, limits, signal) => unpackEntries(readTarGzip(packed, ofArchive(limits)), to, limits, signal),
  async zip(packed, to, limits, signal) {
    // Its list of files is at its end.
    const archive = `${to}.zip`;
    await writeFile(archive, packed, { flag: 'wx' });
    await unpackEntries(readZipFile(archive), to, limits, signal);
  },
};

async function unpackEntries(
  entries: AsyncIterable<PackageEntry>,
  to: string,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(to);
  await makeLinks(await writeEntries(until(signal, entries), to, ofArchive(limits)), to);
}

/** Ends with the signal: the folder is deleted meanwhile when the extension is uninstalled. */
async function* until(signal: AbortSignal, entries: AsyncIterable<PackageEntry>): AsyncGenerator<PackageEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    yield entry;
  }
}

const ofArchive = ({ bytes, entries }: DownloadLimits) => ({ unpackedBytes: bytes, entries });

/** The body of what a URL has. @throws {FailureError} for a status that is an error */
async function opened(
  fetch: DownloadsDeps['fetch'],
  caller: Manifest,
  url: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const request: FetchRequest = { url, method: 'GET', headers: [], body: null, redirect: 'follow' };
  const items = fetch(caller, request, signal)[Symbol.asyncIterator]();
  const { value: head } = (await items.next()) as IteratorResult<FetchHead>;
  if (head && head.status < 400) return { [Symbol.asyncIterator]: () => items as AsyncIterator<Uint8Array> };
  await items.return?.();
  const message = `${new URL(url).host} refused the download with status ${head?.status ?? 'none'}.`;
  throw new FailureError({ code: 'invalid-request', message });
}

async function* counted(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > most) throw new PackageFault(`it has more than ${most / megabyte} MB`);
    yield piece;
  }
}

export const fullPlace = ({ placeBytes }: Pick<DownloadLimits, 'placeBytes'>): string =>
  `the extension has more than ${placeBytes / megabyte} MB of its own already. Uninstall it and install it again to clear that`;

/** Of the network: `fetch` says no more than that it failed. @returns null for any other error */
function connectionFailure({ url }: Download, thrown: unknown): FailureError | null {
  const { code } = (thrown instanceof TypeError && thrown.cause instanceof Error ? thrown.cause : {}) as {
    code?: unknown;
  };
  if (typeof code !== 'string') return null;
  return new FailureError({ code: 'network', message: `The connection to ${new URL(url).host} failed (${code}).` });
}

const refusal = ({ path }: Download, why: string): FailureError =>
  new FailureError({ code: 'invalid-request', message: `“${path}” cannot be downloaded: ${why}.` });
