import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { PackageEntry } from '../../extensions/install/package-entry.ts';
import { PackageFault } from '../../extensions/install/package-fault.ts';
import { readTarGzip } from '../../extensions/install/read-package.ts';
import { writeEntries } from '../../extensions/install/write-entries.ts';
import { download } from '../install/download.ts';
import { contentFolder, type InstallWay, type InstallWorld } from '../install/install-way.ts';
import { layoutOf, placeOf } from './node-programs.ts';
import type { NodeDistribution, PinnedPackage } from './node-release.ts';
import { archiveOf, registryOf } from './npm-registry.ts';

const megabyte = 1024 * 1024;
const limits = { packedBytes: 200 * megabyte, unpackedBytes: 600 * megabyte, entries: 20_000 };

/** Node.js with npm, in the versions that the app knows, from the person's registry of npm, into the layout of an installer. */
export function createNodeWay(world: InstallWorld): InstallWay<NodeDistribution> {
  const { fetch, platform, nodes } = world;
  const layout = layoutOf(platform);

  async function archives(wanted: readonly PinnedPackage[], signal: AbortSignal): Promise<URL[]> {
    const nodePath = (await nodes.find())?.path ?? null;
    const registry = await registryOf({ environment: await world.environment(), home: world.home, nodePath });
    return Promise.all(wanted.map((each) => archiveOf(each, registry, fetch, signal)));
  }

  async function unpack(
    pinned: PinnedPackage,
    url: URL,
    folder: string,
    rename: (name: string) => string | null,
    signal: AbortSignal,
    tell: (progress: string) => void,
  ): Promise<void> {
    const archive = join(folder, 'archive');
    const hash = { algorithm: 'sha512', encoding: 'base64', digest: pinned.sha512 } as const;
    await download({ url: url.href, to: archive, hash, maxBytes: limits.packedBytes, fetch, signal, tell });
    tell('Unpacking');
    const entries = renamed(readTarGzip(createReadStream(archive), limits), rename, signal);
    await writeEntries(entries, join(folder, contentFolder), limits).catch((thrown: unknown) => {
      if (thrown instanceof PackageFault) throw failure(`${pinned.name} is refused: ${thrown.message}.`);
      throw thrown;
    });
    await rm(archive);
  }

  return {
    async plan({ node, npm }, { signal }) {
      const urls = await archives([node, npm], signal);
      const hosts = [...new Set(urls.map(({ host }) => host))];
      return { bytes: node.bytes + npm.bytes, packages: 2, hosts, isChecked: true };
    },
    async install({ node, npm }, { folder, signal }, tell) {
      const content = join(folder, contentFolder);
      const [nodeUrl, npmUrl] = (await archives([node, npm], signal)) as [URL, URL];
      await mkdir(content);
      const programName = posix.basename(layout.program);
      const ofNode = (name: string) =>
        name === `package/bin/${programName}` ? layout.program : name === 'package/LICENSE' ? 'LICENSE' : null;
      await unpack(node, nodeUrl, folder, ofNode, signal, tell);
      const ofNpm = (name: string) => name.replace(/^package\//, `${layout.npm}/`);
      await unpack(npm, npmUrl, folder, ofNpm, signal, tell);
      const program = placeOf(content, layout.program);
      for (const name of ['npm', 'npx']) {
        if (platform === 'win32') {
          await copyFile(placeOf(content, `${layout.npm}/bin/${name}.cmd`), join(content, `${name}.cmd`));
        } else {
          await symlink(`../${layout.npm}/bin/${name}-cli.js`, join(dirname(program), name));
        }
      }
      const fault = await nodes.faultOf(program);
      if (fault !== null) throw failure(`This Node.js does not run on this computer: ${fault}. Install it yourself.`);
      return { runner: null, entry: posix.join(contentFolder, layout.program), args: [] };
    },
  };
}

/** @param rename null: it is left out */
async function* renamed(
  entries: AsyncIterable<PackageEntry>,
  rename: (name: string) => string | null,
  signal: AbortSignal,
): AsyncGenerator<PackageEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted();
    const name = rename(entry.name);
    if (name !== null) yield { ...entry, name };
  }
}

const failure = (message: string) => new FailureError({ code: 'install-failed', message });
