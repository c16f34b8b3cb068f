import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { expect } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../testing/temporary-folder.ts';
import type { ComponentCompiler } from '../../components/component-compiler.ts';
import { noCompiler } from '../../test-support/no-compiler.ts';
import { createInstaller } from '../installer.ts';
import { type PackageLimits, packageLimits } from '../package-entry.ts';
import { manifestOf, type TarEntry, tgzOf } from './packages.ts';

/** An installer with its own folder, and functions that make packages. */
export async function installerSetting(
  limits: Partial<PackageLimits> = {},
  { compile }: ComponentCompiler = noCompiler,
) {
  const root = await temporaryFolder();
  const userRoot = join(root, 'user-data', 'extensions');
  const installer = createInstaller({ userRoot, limits: { ...packageLimits, ...limits }, compile });
  const at = (path: string): string => join(root, path);
  const file = (name: string, bytes: Uint8Array): string => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  const prepared = async (path: string) => {
    const result = await installer.prepare(path);
    if (!result.ok) throw new Error(result.failure.message);
    return result.value;
  };
  return {
    installer,
    userRoot,
    at,
    prepared,
    /** The source folder of an extension. */
    folder: (name: string, files: Readonly<Record<string, string>>) => writeFiles(at(name), files),
    tgz: (...entries: TarEntry[]) => file('package.tgz', tgzOf(entries)),
    zip: (files: Zippable) => file('package.zip', zipSync(files)),
    file,
    async install(path: string) {
      const result = await installer.commit((await prepared(path)).token);
      if (!result.ok) throw new Error(result.failure.message);
      return result.value;
    },
    /** @returns the message of the refusal, after checking that the attempt left no files */
    async refused(path: string): Promise<string> {
      const result = await installer.prepare(path);
      if (result.ok) throw new Error('it was accepted');
      expect(result.failure.code).toBe('install-failed');
      expect(existsSync(userRoot) ? readdirSync(userRoot) : []).toEqual([]);
      return result.failure.message;
    },
  };
}

export const good = { 'extension.toml': manifestOf('mine'), 'main.js': 'export {};' };
export const goodTar: TarEntry[] = Object.entries(good).map(([name, content]) => ({ name, content }));
