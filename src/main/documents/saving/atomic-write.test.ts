import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../shared/testing/random.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { atomicWrite, isLeftoverTemp } from './atomic-write.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

describe('atomicWrite', () => {
  it('replaces the content and leaves nothing else behind', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'a long old text' });
    const path = join(folder, 'a.txt');
    await atomicWrite(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  it.each([0o600, 0o644, 0o755, 0o664])('keeps the mode %o of the file', async (mode) => {
    const path = join(await temporaryFolder({ 'a.sh': 'old' }), 'a.sh');
    await chmod(path, mode);
    await atomicWrite(path, 'new');
    expect(await modeOf(path)).toBe(mode.toString(8));
  });

  it('gives a new file the mode that was asked for', async () => {
    const path = join(await temporaryFolder(), 'a');
    await atomicWrite(path, 'new', { mode: 0o600 });
    expect(await modeOf(path)).toBe('600');
  });

  it('writes through a chain of links and keeps the links', async () => {
    const folder = await temporaryFolder({ 'real/a.txt': 'old' });
    await symlink('real/a.txt', join(folder, 'inner'));
    await symlink('inner', join(folder, 'outer'));
    await atomicWrite(join(folder, 'outer'), 'new');
    expect(await readFile(join(folder, 'real', 'a.txt'), 'utf8')).toBe('new');
    expect(await readlink(join(folder, 'outer'))).toBe('inner');
  });

  it('makes the file that a link to nothing names', async () => {
    const folder = await temporaryFolder();
    await symlink('later.txt', join(folder, 'link'));
    await atomicWrite(join(folder, 'link'), 'new');
    expect(await readFile(join(folder, 'later.txt'), 'utf8')).toBe('new');
  });

  it('refuses a circle of links', async () => {
    const folder = await temporaryFolder();
    await symlink('b', join(folder, 'a'));
    await symlink('a', join(folder, 'b'));
    await expect(atomicWrite(join(folder, 'a'), 'new')).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('refuses a directory and leaves no temporary file', async () => {
    const folder = await temporaryFolder({ 'sub/': '' });
    await expect(atomicWrite(join(folder, 'sub'), 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(folder)).toEqual(['sub']);
  });

  it('fails with the system’s code where the folder does not exist', async () => {
    await expect(atomicWrite(join(await temporaryFolder(), 'no', 'a'), 'new')).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('writes a name as long as the file system permits', async () => {
    const path = join(await temporaryFolder(), 'n'.repeat(255));
    await atomicWrite(path, 'new');
    await atomicWrite(path, 'newer');
    expect(await readFile(path, 'utf8')).toBe('newer');
  });

  it.runIf(process.getuid?.() === 0)('keeps the group of a file that belongs to someone else', async () => {
    const folder = await temporaryFolder({ 'a.txt': 'old' });
    const path = join(folder, 'a.txt');
    await chown(path, 0, 4242);
    await chmod(path, 0o664);
    await chmod(folder, 0o777);
    const script = `import { atomicWrite } from ${JSON.stringify(join(import.meta.dirname, 'atomic-write.ts'))};
      process.setgroups([4242]);
      process.setgid(4243);
      process.setuid(4243);
      await atomicWrite(process.argv[1], 'new');`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script, path]);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await stat(path)).toMatchObject({ uid: 4243, gid: 4242 });
    expect(await modeOf(path)).toBe('664');
  });

  it('knows what an interrupted write leaves behind', async () => {
    expect(isLeftoverTemp('.a.txt.0123456789ab.outrigger-tmp')).toBe(true);
    expect(isLeftoverTemp('a.txt')).toBe(false);
  });

  it.runIf(process.platform !== 'win32')(
    'keeps the old file when the disk takes only a part of the new one',
    async () => {
      const folder = await temporaryFolder({ 'a.txt': 'old' });
      const path = join(folder, 'a.txt');
      // The shell's file size limit makes the write fail midway, as a full disk does.
      const script = `import { atomicWrite } from ${JSON.stringify(join(import.meta.dirname, 'atomic-write.ts'))};
      await atomicWrite(process.argv[1], 'x'.repeat(1000000)).catch(({ code }) => console.log(code));`;
      const args = ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script, path];
      expect(execFileSync('sh', args, { encoding: 'utf8' })).toBe('EFBIG\n');
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['a.txt']);
    },
  );

  it.runIf(process.platform !== 'win32')(
    'leaves the old file in full when the writer is killed before the new one is there, and the next write works',
    async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'a.txt');
      const writer = fork(join(import.meta.dirname, 'atomic-write.child.ts'), [path, '2', 'a', 'b']);
      expect(await once(writer, 'exit')).toEqual([null, 'SIGKILL']);
      expect(await readFile(path, 'utf8')).toBe('a'.repeat(2_000_000));
      expect((await readdir(folder)).filter(isLeftoverTemp)).toHaveLength(1);
      await atomicWrite(path, 'after');
      expect(await readFile(path, 'utf8')).toBe('after');
    },
  );

  it.runIf(process.platform !== 'win32')(
    'shows the old or the new file in full when the writer is killed at any moment',
    { tags: ['soak'], timeout: 600_000 },
    async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'a.txt');
      const contents = ['a', 'b'].map((letter) => letter.repeat(2_000_000));
      await writeFile(path, contents[0] ?? '');
      await chmod(path, 0o640);
      const random = randomOf('kills of writes');
      const rounds = 100;
      const leftovers = async () => (await readdir(folder)).filter((name) => name !== 'a.txt');
      // Continues until one of the kills hit a write in progress.
      for (let round = 0; round < rounds || ((await leftovers()).length === 0 && round < 100); round++) {
        const writer = fork(join(import.meta.dirname, 'atomic-write.child.ts'), [
          path,
          '',
          ...contents.map((c) => c[0] ?? ''),
        ]);
        await once(writer, 'message');
        // A random moment between the start of a write and several writes later.
        const until = performance.now() + random() * 12;
        while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
        writer.kill('SIGKILL');
        await once(writer, 'exit');
        expect(contents).toContain(await readFile(path, 'utf8'));
        expect(await modeOf(path)).toBe('640');
      }
      expect((await leftovers()).filter((name) => !isLeftoverTemp(name))).toEqual([]);
      // Leftovers must not hinder the next write.
      expect((await leftovers()).length).toBeGreaterThan(0);
      await atomicWrite(path, 'after');
      expect(await readFile(path, 'utf8')).toBe('after');
    },
  );
});
