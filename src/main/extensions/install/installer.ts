import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { type Failure, FailureError, fail, ok } from '../../../shared/contract/errors.ts';
import type { Ask } from '../../../shared/contract/extensions/extension-state.ts';
import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { nothingUnserved, type Unserved } from '../../../shared/contract/extensions/unserved.ts';
import { quote } from '../../documents/file-failure.ts';
import { isFile } from '../../documents/path-kind.ts';
import { isInside } from '../../documents/project-border.ts';
import { asksOf } from '../catalog/consent.ts';
import type { ComponentCompiler } from '../components/component-compiler.ts';
import { ComponentFault } from '../components/component-fault.ts';
import { gapsOf } from '../components/component-gaps.ts';
import { readManifest } from '../manifest/manifest-file.ts';
import { type PackageLimits, packageLimits } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { readPackage } from './read-package.ts';
import { unpack } from './unpack.ts';
import { checkPlace, erase, type Installed, mend, newStagingName, place, remove } from './user-root.ts';

/** An extension that is unpacked and waits for consent. None of its code has run. */
export interface PreparedInstall {
  readonly token: string;
  readonly manifest: Manifest;
  readonly asks: readonly Ask[];
  readonly unserved: Unserved;
  /** The installed version that it replaces. */
  readonly replaces?: Installed;
}

export interface InstalledExtension {
  readonly manifest: Manifest;
  readonly rootPath: string;
  readonly takesOver?: string;
}

export type Installer = ReturnType<typeof createInstaller>;

export interface InstallerOptions {
  /** Absolute; created when needed. */
  readonly userRoot: string;
  readonly limits?: PackageLimits;
  /** The name of the bundled extension with this id, which the new one would replace. */
  readonly bundledName?: (id: string) => string | undefined;
  /** Compiles a component, which is refused when that fails. It is at hand then when it is activated. */
  readonly compile: ComponentCompiler['compile'];
}

/** Installs extensions. A crash at any moment leaves either the old version or the new one. */
export function createInstaller({ userRoot, limits = packageLimits, bundledName, compile }: InstallerOptions) {
  const prepared = new Map<string, { readonly staging: string; readonly root: string; readonly manifest: Manifest }>();
  /** Serializes changes of the user root. */
  const inTurn = pLimit(1);

  async function prepareNow(sourcePath: string, staging: string): Promise<PreparedInstall> {
    await mkdir(staging, { recursive: true });
    const source = await realpath(sourcePath).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new PackageFault('there is nothing at this path') : error;
    });
    if ((await stat(source)).isDirectory() && isInside(source, await realpath(userRoot))) {
      throw new PackageFault('it holds the extensions that are installed already');
    }
    const root = await unpack(readPackage(source, limits), staging, limits);
    const read = await readManifest(root);
    if ('problem' in read) {
      const { file, line, reason } = read.problem;
      throw new PackageFault(`${basename(file)}${line === undefined ? '' : `:${line}`}: ${reason}`);
    }
    const { manifest, unserved = nothingUnserved } = read;
    const main = manifest.runtime?.main;
    if (main !== undefined && !(await isFile(join(root, main)))) {
      throw new PackageFault(`its main file “${main}” is not in it`);
    }
    const replaces = await checkPlace(userRoot, manifest.id);
    const gaps = await compileMain(root, manifest);
    const token = basename(staging);
    prepared.set(token, { staging, root, manifest });
    const asks = asksOf({ manifest, takesOver: bundledName?.(manifest.id) });
    return {
      token,
      manifest,
      asks,
      unserved: { ...unserved, absent: [...unserved.absent, ...gaps] },
      ...(replaces ? { replaces } : {}),
    };
  }

  /**
   * Before the person is asked, and while the old version runs.
   * @returns what of the component does not work here
   */
  async function compileMain(root: string, manifest: Manifest): Promise<string[]> {
    const { id, name, runtime } = manifest;
    if (codeFormOf(manifest) !== 'components' || runtime?.main === undefined) return [];
    try {
      const compilation = await compile(join(root, runtime.main), { extensionId: id, extensionName: name });
      return gapsOf(compilation.component);
    } catch (error) {
      if (!(error instanceof ComponentFault)) throw error;
      throw new PackageFault(`“${runtime.main}” cannot be compiled: ${error.message}`);
    }
  }

  return {
    /** Repairs the state after a crash; await once, before discovery. */
    recover: () => inTurn(() => mend(userRoot)),
    /** @param sourcePath absolute: a folder, a .tgz or a .zip */
    async prepare(sourcePath: string) {
      const staging = join(userRoot, newStagingName());
      try {
        return ok(await prepareNow(sourcePath, staging));
      } catch (error) {
        await erase(staging);
        if (error instanceof FailureError) return { ok: false, failure: error.failure } as const;
        return fail('install-failed', `${quote(sourcePath)} cannot be installed: ${why(error)}.`, detailOf(error));
      }
    },
    /** Moves the extension into place. The version that it replaces should not run meanwhile. */
    commit: (token: string) =>
      inTurn(async () => {
        const waiting = prepared.get(token);
        if (!waiting) return fail('install-failed', 'Nothing is waiting to be installed.');
        const { staging, root, manifest } = waiting;
        prepared.delete(token);
        try {
          const takesOver = bundledName?.(manifest.id);
          const rootPath = await place(userRoot, manifest.id, root);
          return ok({ manifest, rootPath, ...(takesOver !== undefined && { takesOver }) });
        } catch (error) {
          return fail('install-failed', `“${manifest.name}” was not installed: ${why(error)}.`, detailOf(error));
        } finally {
          await erase(staging);
        }
      }),
    async discard(token: string) {
      const waiting = prepared.get(token);
      prepared.delete(token);
      if (waiting) await erase(waiting.staging);
    },
    /** @param rootPath folder in the user root; absent: the one that holds the id */
    uninstall: (id: string, rootPath?: string) =>
      inTurn(async () => {
        try {
          if (await remove(userRoot, id, rootPath)) return ok(null);
          return fail('install-failed', `No extension “${id}” was installed by you.`, { extensionId: id });
        } catch (error) {
          return fail('install-failed', `“${id}” was not uninstalled: ${why(error)}.`, detailOf(error));
        }
      }),
  };
}

function why(error: unknown): string {
  if (error instanceof PackageFault) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case 'ENOENT':
      return 'it no longer exists';
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
      return 'the system does not permit it, or a file of it is in use';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'ELOOP':
      return 'its links lead in a circle';
    case 'ENAMETOOLONG':
      return 'a name in it is too long';
    default:
      return `the system answered ${code ?? String(error)}`;
  }
}

const detailOf = (error: unknown): Pick<Failure, 'detail'> =>
  error instanceof PackageFault ? {} : { detail: String(error) };
