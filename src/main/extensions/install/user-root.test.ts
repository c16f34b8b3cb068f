import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { manifestOf } from './test-support/packages.ts';
import { findInstalled, mend, place, remove } from './user-root.ts';

const versionIn = (root: string): string | undefined =>
  /^version = "(.*)"/m.exec(readFileSync(join(root, 'x/extension.toml'), 'utf8'))?.[1];
const extension = (version: string) => ({ 'extension.toml': manifestOf('x', version) });

describe('the folder of installed extensions after a crash', () => {
  test('that came between the two renames has the old version back', async () => {
    const root = await temporaryFolder({ '.replaced-x/extension.toml': manifestOf('x', '1.0.0') });
    writeFiles(join(root, '.staging-1/extension'), extension('2.0.0'));
    await mend(root);
    expect(readdirSync(root)).toEqual(['x']);
    expect(versionIn(root)).toBe('1.0.0');
  });

  test('that came after them has the new one, and what was to be deleted is gone', async () => {
    const root = await temporaryFolder({ '.replaced-x/extension.toml': manifestOf('x', '1.0.0') });
    writeFiles(join(root, 'x'), extension('2.0.0'));
    writeFiles(join(root, '.removed-1'), extension('1.0.0'));
    await mend(root);
    expect(readdirSync(root)).toEqual(['x']);
    expect(versionIn(root)).toBe('2.0.0');
  });

  test('is left alone otherwise, and need not be there', async () => {
    const root = await temporaryFolder({ 'x/extension.toml': 'x', '.keep/y': 'y', file: '' });
    await mend(root);
    await mend(join(root, 'nowhere'));
    expect(readdirSync(root).sort()).toEqual(['.keep', 'file', 'x']);
  });

  test('a version that waits aside does not come back after its extension was uninstalled', async () => {
    const root = await temporaryFolder({ '.replaced-x/extension.toml': manifestOf('x', '1.0.0') });
    writeFiles(join(root, 'x'), extension('2.0.0'));
    expect(await remove(root, 'x')).toBe(true);
    await mend(root);
    expect(readdirSync(root)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')(
    'at any moment of an update holds one whole version',
    { tags: ['soak'], timeout: 600_000 },
    async () => {
      const folder = await temporaryFolder();
      const root = join(folder, 'extensions');
      mkdirSync(root);
      const sources = ['1.0.0', '2.0.0'].map((version) => {
        const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, version]));
        return writeFiles(join(folder, version), { ...files, ...extension(version), 'main.js': version });
      });
      const child = join(import.meta.dirname, 'user-root.child.ts');
      const rounds = 60;
      for (let round = 0; round < rounds; round++) {
        const running = spawn(process.execPath, ['--no-warnings', child, root, ...sources], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        onTestFinished(() => void running.kill('SIGKILL'));
        await once(running.stdout, 'data');
        // Killed at another moment in each round.
        const until = performance.now() + (round * 20) / rounds;
        while (performance.now() < until) await new Promise((next) => setImmediate(next));
        running.kill('SIGKILL');
        await once(running, 'exit');
        await mend(root);
        expect(readdirSync(root)).toEqual(['x']);
        const version = versionIn(root);
        for (const name of readdirSync(join(root, 'x')).filter((one) => one !== 'extension.toml')) {
          expect(readFileSync(join(root, 'x', name), 'utf8')).toBe(version);
        }
        expect(readdirSync(join(root, 'x'))).toHaveLength(22);
      }
    },
  );
});

describe('putting an extension into its place', () => {
  test('that fails leaves the old version there', async () => {
    const root = await temporaryFolder({ 'x/extension.toml': manifestOf('x', '1.0.0') });
    await expect(place(root, 'x', join(root, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(root)).toEqual(['x']);
    expect(await findInstalled(root, 'x')).toEqual({ rootPath: join(root, 'x'), version: '1.0.0' });
    expect(existsSync(join(root, '.replaced-x'))).toBe(false);
  });
});
