import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveRuntime } from '../../scripts/setup/electron-runtime.mjs';
import { expect, test } from '../fixtures.ts';

const root = join(import.meta.dirname, '..', '..');

/** Titles of all windows of the display. */
const titles = (): string => execFileSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' });

test('a start with a full or a read-only profile says so in a dialog that names the disk, and does not end without a word', {
  tag: '@soak',
}, async () => {
  test.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root mounts a disk');
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-disk-'));
  const disk = join(folder, 'disk');
  const userData = join(disk, 'profile');
  const running: ChildProcess[] = [];
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  try {
    await mkdir(userData);
    await writeFile(join(disk, 'ballast'), Buffer.alloc(230 * 1024));
    for (const what of ['full', 'read-only']) {
      if (what === 'read-only') execFileSync('mount', ['-o', 'remount,ro', disk]);
      const child = spawn(resolveRuntime().executable, [root, '--no-sandbox', `--user-data-dir=${userData}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running.push(child);
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      const sentence = `The disk at ${disk} is ${what}`;
      await expect.poll(titles, { timeout: 60_000 }).toContain(sentence);
      expect(said).toContain(`outrigger: ${sentence}. `);
      expect(said).toContain(userData);
      expect(child.exitCode).toBeNull();
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    }
  } finally {
    for (const child of running) child.kill('SIGKILL');
    execFileSync('umount', ['--lazy', disk]);
    await rm(folder, { recursive: true, force: true });
  }
});

test('settings that were lost are told beside a lost list of trusted folders', async ({ launch }) => {
  const { page } = await launch({
    async prepare(userData) {
      await writeFile(join(userData, 'settings.json'), '{ "toolRules": [');
      await writeFile(join(userData, 'trusted-folders.json'), 'nonsense');
    },
  });
  await expect(page.getByText(/^The settings could not be read .* without your approval rules/)).toBeVisible();
  await expect(page.getByText(/^The list of trusted folders could not be read/)).toBeVisible();
});
