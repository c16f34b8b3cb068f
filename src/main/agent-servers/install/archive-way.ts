import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { PackageEntry, PackageLimits } from '../../extensions/install/package-entry.ts';
import { PackageFault } from '../../extensions/install/package-fault.ts';
import { readTarGzip, readZipFile } from '../../extensions/install/read-package.ts';
import { makeLinks, writeEntries } from '../../extensions/install/write-entries.ts';
import type { ArchiveDistribution } from '../catalog/agent-offer.ts';
import { download } from './download.ts';
import { contentFolder, type InstalledProgram, type InstallWay, type InstallWorld } from './install-way.ts';

const megabyte = 1024 * 1024;
const archiveLimits: PackageLimits = { packedBytes: 1000 * megabyte, unpackedBytes: 2000 * megabyte, entries: 100_000 };

/** An archive with the program, whose hash was published with its address. */
export function createArchiveWay(
  { fetch, platform }: Pick<InstallWorld, 'fetch' | 'platform'>,
  limits = archiveLimits,
): InstallWay<ArchiveDistribution> {
  return {
    async plan({ url }, { signal }) {
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
    async install(distribution, { folder, signal }, tell) {
      const archive = join(folder, 'archive');
      const hash = { algorithm: 'sha256', encoding: 'hex', digest: distribution.sha256 } as const;
      await download({ url: distribution.url, to: archive, hash, maxBytes: limits.packedBytes, fetch, signal, tell });
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
