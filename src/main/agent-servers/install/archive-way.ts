import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { PackageEntry, PackageLimits } from '../../extensions/install/package-entry.ts';
import { PackageFault } from '../../extensions/install/package-fault.ts';
import { readTarGzip, readZipFile } from '../../extensions/install/read-package.ts';
import { makeLinks, writeEntries } from '../../extensions/install/write-entries.ts';
import type { ArchiveDistribution } from '../catalog/agent-offer.ts';
import { contentFolder, type InstalledProgram, type InstallWay, type InstallWorld } from './install-way.ts';

const megabyte = 1024 * 1024;
const archiveLimits: PackageLimits = { packedBytes: 1000 * megabyte, unpackedBytes: 2000 * megabyte, entries: 100_000 };

/** An archive with the program, whose hash was published with its address. */
export function createArchiveWay(
  { fetch, platform }: Pick<InstallWorld, 'fetch' | 'platform'>,
  limits = archiveLimits,
): InstallWay<ArchiveDistribution> {
  async function download(
    { url, sha256 }: ArchiveDistribution,
    to: string,
    signal: AbortSignal,
    tell: (progress: string) => void,
  ): Promise<void> {
    const answer = await fetch(url, { signal }).catch((thrown: unknown) => {
      signal.throwIfAborted();
      throw failure(`${new URL(url).host} could not be reached (${String((thrown as Error).message)}).`);
    });
    if (!answer.ok || !answer.body) throw failure(`${new URL(url).host} refused the download with ${answer.status}.`);
    if (!answer.url.startsWith('https:')) throw failure(`${new URL(url).host} leads to an address without https.`);
    const hash = createHash('sha256');
    let bytes = 0;
    let told = 0;
    async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > limits.packedBytes) throw failure(`The archive has more than ${limits.packedBytes / megabyte} MB.`);
        hash.update(piece);
        if (bytes - told > megabyte) {
          told = bytes;
          tell(`Downloading, ${Math.floor(bytes / megabyte)} MB so far`);
        }
        yield piece;
      }
    }
    await pipeline(Readable.fromWeb(answer.body as never), counted, createWriteStream(to, { flags: 'wx' }), { signal });
    if (hash.digest('hex') !== sha256) {
      throw failure('What was downloaded has another SHA-256 than the one published with it. It was deleted.');
    }
  }

  return {
    async plan({ url }, _folder, signal) {
      const answer = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
      signal.throwIfAborted();
      const length = Number(answer?.ok ? (answer.headers.get('content-length') ?? Number.NaN) : Number.NaN);
      return {
        bytes: Number.isSafeInteger(length) ? length : null,
        packages: 1,
        hosts: [new URL(url).host],
        isChecked: true,
      };
    },
    async install(distribution, folder, signal, tell) {
      const archive = join(folder, 'archive');
      tell('Downloading');
      await download(distribution, archive, signal, tell);
      tell('Unpacking');
      const place = join(folder, contentFolder);
      await mkdir(place);
      try {
        const entries = entriesOf(archive, new URL(distribution.url).pathname, limits);
        await makeLinks(await writeEntries(until(signal, entries), place, limits), place);
      } catch (thrown) {
        if (thrown instanceof PackageFault) throw failure(`The archive is refused: ${thrown.message}.`);
        throw thrown;
      }
      await rm(archive);
      return programOf(folder, distribution, platform);
    },
  };
}

/** By its name: an archive, or the program itself. */
function entriesOf(archive: string, path: string, limits: PackageLimits): AsyncIterable<PackageEntry> {
  if (/\.(?:tar\.gz|tgz)$/.test(path)) return readTarGzip(createReadStream(archive), limits);
  if (/\.zip$/.test(path)) return readZipFile(archive);
  if (/\.(?:tar|bz2|xz|zst|7z|rar|dmg|pkg|msi|deb|rpm)$/.test(path)) {
    throw failure(`An archive of the kind of ${basename(path)} cannot be unpacked: .tar.gz, .tgz and .zip can.`);
  }
  return single(archive, basename(path));
}

async function* single(file: string, name: string): AsyncGenerator<PackageEntry> {
  yield { kind: 'file', name, isExecutable: true, content: createReadStream(file) };
}

async function* until(signal: AbortSignal, entries: AsyncIterable<PackageEntry>): AsyncGenerator<PackageEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    yield entry;
  }
}

async function programOf(
  folder: string,
  { cmd, args }: ArchiveDistribution,
  platform: NodeJS.Platform,
): Promise<InstalledProgram> {
  const placeOf = async (name: string): Promise<string | null> => {
    const path = posix.join(contentFolder, name.replaceAll('\\', '/'));
    if (!path.startsWith(`${contentFolder}/`)) return null;
    const found = await stat(join(folder, path)).catch(() => null);
    return found?.isFile() ? path : null;
  };
  const own = await Promise.all(
    args.map(async (arg) => {
      const path = await placeOf(arg);
      return path === null ? arg : `./${path}`;
    }),
  );
  const entry = (await placeOf(cmd)) ?? (platform === 'win32' ? await placeOf(`${cmd}.exe`) : null);
  if (entry !== null) return { runner: null, entry, args: own };
  // A program of the computer, such as node, that runs what is in the archive.
  if (!/[\\/]/.test(cmd)) return { runner: cmd, entry: null, args: own };
  throw failure(`There is no ${cmd} in the archive.`);
}

const failure = (message: string) => new FailureError({ code: 'install-failed', message });
