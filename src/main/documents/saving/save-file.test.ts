import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, link, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomOf } from '../../../shared/testing/random.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { saveFile } from './save-file.ts';
import { createSaveJournals } from './save-journals.ts';

const isRoot = process.getuid?.() === 0;

async function setUp(text = 'old text') {
  const folder = await temporaryFolder();
  const directory = join(folder, 'profile', 'saves');
  const place = join(folder, 'place');
  await mkdir(place);
  const path = join(place, 'a.txt');
  await writeFile(path, text);
  const journals = createSaveJournals(directory);
  return {
    folder,
    directory,
    place,
    path,
    journals,
    save: (next: string) => saveFile(path, Buffer.from(next), journals),
  };
}

/** Saves as a user other than root. @returns the failure's message, or "saved" */
function saveAs(user: number, path: string, directory: string, text: string): string {
  const here = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const script = `import { saveFile } from ${here('save-file.ts')};
    import { createSaveJournals } from ${here('save-journals.ts')};
    import { fileFailure } from ${here('../file-failure.ts')};
    const [path, directory, text] = process.argv.slice(1);
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(${user}); process.setuid(${user}); }
    await saveFile(path, Buffer.from(text), createSaveJournals(directory)).then(
      () => console.log('saved'),
      (error) => console.log(fileFailure(error, path, 'saved').failure.message),
    );`;
  const args = ['--input-type=module', '-e', script, path, directory, text];
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** A user other than root: the one that runs the tests, or any other. */
const other = isRoot ? 4243 : (process.getuid?.() ?? 0);

describe('a save replaces a file', () => {
  it('in one step where that keeps all, and leaves nothing else behind', async () => {
    const { path, place, directory, save } = await setUp();
    const { ino } = await stat(path);
    await save('new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).ino).not.toBe(ino);
    expect(await readdir(place)).toEqual(['a.txt']);
    expect(await readdir(directory).catch(() => [])).toEqual([]);
  });

  it('that is new', async () => {
    const { place, journals } = await setUp();
    await saveFile(join(place, 'b.txt'), Buffer.from('new'), journals);
    expect(await readFile(join(place, 'b.txt'), 'utf8')).toBe('new');
  });

  it.runIf(process.platform === 'linux' && hasAttributes())('with its extended attributes', async () => {
    const { path, save } = await setUp();
    python(`os.setxattr(${JSON.stringify(path)}, 'user.kept', b'yes')`);
    await save('new');
    expect(python(`print(os.getxattr(${JSON.stringify(path)}, 'user.kept').decode())`)).toBe('yes');
    expect(await readFile(path, 'utf8')).toBe('new');
  });
});

describe('a save writes into the file itself', () => {
  it.each(['short', 'a text that is longer than the one before', ''])('that has another name: %j', async (text) => {
    const { path, place, directory, save } = await setUp();
    await link(path, join(place, 'b.txt'));
    const { ino } = await stat(path);
    await save(text);
    expect(await readFile(join(place, 'b.txt'), 'utf8')).toBe(text);
    expect(await stat(path)).toMatchObject({ ino, nlink: 2 });
    expect((await readdir(place)).toSorted()).toEqual(['a.txt', 'b.txt']);
    expect(await readdir(directory)).toEqual([]);
  });

  it('that is reached by a link, and has another name', async () => {
    const { path, place, journals } = await setUp();
    await link(path, join(place, 'b.txt'));
    await symlink('a.txt', join(place, 'link'));
    await saveFile(join(place, 'link'), Buffer.from('new'), journals);
    expect(await readFile(join(place, 'b.txt'), 'utf8')).toBe('new');
  });

  it.runIf(process.platform !== 'win32')('in a directory that takes no new file', async () => {
    const { folder, path, place, directory } = await setUp();
    await mkdir(directory, { recursive: true });
    for (const one of [join(folder, 'profile'), directory]) await chmod(one, 0o777);
    await chmod(folder, 0o755);
    await chmod(path, 0o666);
    if (isRoot) await chown(path, other, other);
    await chmod(place, 0o555);
    const { ino } = await stat(path);
    expect(saveAs(other, path, directory, 'new')).toBe('saved');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).ino).toBe(ino);
    expect(saveAs(other, join(place, 'b.txt'), directory, 'new')).toBe(
      '“b.txt” could not be saved: you may not write to its folder.',
    );
    await chmod(path, 0o444);
    expect(saveAs(other, path, directory, 'newer')).toBe('“a.txt” could not be saved: you may not write to it.');
    expect(await readFile(path, 'utf8')).toBe('new');
    await chmod(place, 0o755);
  });

  it.runIf(isRoot)('of somebody else, who keeps it', async () => {
    const { folder, path, place, directory } = await setUp();
    await mkdir(directory, { recursive: true });
    for (const one of [folder, place, join(folder, 'profile'), directory]) await chmod(one, 0o777);
    await chmod(path, 0o666);
    await chown(path, 0, 4242);
    expect(saveAs(other, path, directory, 'new')).toBe('saved');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await stat(path)).toMatchObject({ uid: 0, gid: 4242 });
  });

  it.runIf(isRoot && process.platform === 'linux')('that is mounted', async ({ skip }) => {
    const { folder, path, place, save } = await setUp();
    const mounted = join(folder, 'mounted.txt');
    await writeFile(mounted, 'mounted');
    if (spawnSync('mount', ['--bind', mounted, path]).status !== 0) return skip('This machine mounts nothing.');
    onTestFinished(() => void spawnSync('umount', [path]));
    await save('new');
    expect(await readFile(mounted, 'utf8')).toBe('new');
    expect(await readdir(place)).toEqual(['a.txt']);
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'and puts back what was there when the disk is full',
    async ({ skip }) => {
      const { place, directory, journals } = await setUp();
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]).status !== 0)
        return skip('This machine mounts nothing.');
      onTestFinished(() => void spawnSync('umount', [place]));
      const path = join(place, 'a.txt');
      await writeFile(path, 'o'.repeat(3000));
      await link(path, join(place, 'b.txt'));
      await expect(saveFile(path, Buffer.alloc(200_000, 'n'), journals)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readFile(path, 'utf8')).toBe('o'.repeat(3000));
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it.runIf(process.platform !== 'win32')('nothing when there is no room for a journal', async () => {
    const { path, place, directory } = await setUp('o'.repeat(3000));
    await link(path, join(place, 'b.txt'));
    const here = (name: string) => JSON.stringify(join(import.meta.dirname, name));
    const script = `import { saveFile } from ${here('save-file.ts')};
      import { createSaveJournals } from ${here('save-journals.ts')};
      const [path, directory] = process.argv.slice(1);
      const journals = createSaveJournals(directory);
      await saveFile(path, Buffer.alloc(100_000, 'n'), journals).catch(({ code }) => console.log(code));`;
    // The shell's file size limit makes a write fail midway, as a full disk does.
    const node = [process.execPath, '--input-type=module', '-e', script, path, directory];
    const args = ['-c', 'ulimit -f 16 && exec "$0" "$@"', ...node];
    expect(execFileSync('sh', args, { encoding: 'utf8' })).toBe('EFBIG\n');
    expect(await readFile(path, 'utf8')).toBe('o'.repeat(3000));
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('a journal that is left', () => {
  async function leftAt(present: string | null) {
    const { path, directory, journals } = await setUp();
    await journals.begin(path, Buffer.from('old text'), Buffer.from('the new text'));
    if (present === null) await rm(path);
    else await writeFile(path, present);
    const problems: string[] = [];
    await createSaveJournals(directory).recover((sentence) => problems.push(sentence));
    const left = await readdir(directory);
    const text = await readFile(path, 'utf8').catch(() => null);
    return { text, problems, left, directory };
  }

  it.each([
    ['old text', 'old text'],
    ['the new text', 'the new text'],
    ['the text', 'the new text'],
    ['the new \0\0\0', 'the new text'],
    ['the newt', 'the new text'],
  ])('makes of %j: %j, and is gone', async (present, text) => {
    expect(await leftAt(present)).toMatchObject({ text, problems: [], left: [] });
  });

  it.each(['something of another program', 'THE TEXT', null])(
    'leaves %j as it is, and keeps what was saved',
    async (present) => {
      const { text, problems, left, directory } = await leftAt(present);
      expect(text).toBe(present);
      expect(left).toHaveLength(1);
      expect(problems).toEqual([expect.stringContaining(`What was saved is kept as ${directory}`)]);
      expect(await readFile(join(directory, left[0] ?? ''), 'utf8')).toBe('the new text');
    },
  );

  it('that was cut off itself did nothing to its file', async () => {
    const { path, directory, journals } = await setUp();
    await journals.begin(path, Buffer.from('old text'), Buffer.from('the new text'));
    const [name = ''] = await readdir(directory);
    const journal = join(directory, name);
    expect((await stat(journal)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    await writeFile(journal, (await readFile(journal)).subarray(0, -1));
    await writeFile(path, 'the text');
    await createSaveJournals(directory).recover((sentence) => expect(sentence).toBe(''));
    expect(await readFile(path, 'utf8')).toBe('the text');
    expect(await readdir(directory)).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')(
  'killed in a save in place, the file is the old or the new one after a start',
  () => {
    const texts = [
      ['b', 700_000],
      ['a', 1_000_000],
    ] as const;
    const contents = texts.map(([letter, length]) => letter.repeat(length));

    /** Saves the texts until it is killed, or until that many pieces were written. */
    async function writing() {
      const { path, place, directory } = await setUp('a'.repeat(1_000_000));
      await link(path, join(place, 'b.txt'));
      const child = join(import.meta.dirname, 'save-file.child.ts');
      const start = (aim = '') => fork(child, [path, directory, aim, ...texts.map((text) => text.join(':'))]);
      /** @returns whether the file needed recovery */
      async function mended(): Promise<boolean> {
        const isTorn = !contents.includes(await readFile(path, 'utf8'));
        const problems: string[] = [];
        await createSaveJournals(directory).recover((sentence) => problems.push(sentence));
        expect(problems).toEqual([]);
        expect(contents.includes(await readFile(path, 'utf8'))).toBe(true);
        expect(await readdir(directory).catch(() => [])).toEqual([]);
        expect((await stat(path)).nlink).toBe(2);
        return isTorn;
      }
      return { start, mended };
    }

    it('in the middle of it', async () => {
      const { start, mended } = await writing();
      // The first text takes 11 pieces.
      await once(start('16'), 'exit');
      expect(await mended()).toBe(true);
    });

    it('at any moment', { tags: ['soak'], timeout: 1_800_000 }, async () => {
      const { start, mended } = await writing();
      const random = randomOf('kills of saves in place');
      for (let round = 0; round < 100; round += 1) {
        const isAimed = round % 2 === 1;
        const writer = start(isAimed ? String(12 + Math.floor(random() * 10)) : '');
        const exited = once(writer, 'exit');
        if (!isAimed) {
          await once(writer, 'message');
          const until = performance.now() + random() * 40;
          while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
          writer.kill('SIGKILL');
        }
        await exited;
        await mended();
      }
    });
  },
);

function python(line: string): string {
  return execFileSync('python3', ['-c', `import os\n${line}`], { encoding: 'utf8' }).trim();
}

function hasAttributes(): boolean {
  const script =
    "import os, tempfile\nwith tempfile.NamedTemporaryFile() as f: os.setxattr(f.name, 'user.kept', b'yes')";
  return spawnSync('python3', ['-c', script]).status === 0;
}
