import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readRules } from '../../../documents/gitignore.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { outsideArchive, spawnRipgrep } from '../../../workspace/ripgrep/spawn-ripgrep.ts';
import { findFiles } from './workspace-find.ts';
import { searchFiles } from './workspace-search.ts';

const { signal } = new AbortController();

const project = () =>
  temporaryFolder({
    '.gitignore': 'node_modules/\n*.log\n',
    '.git/HEAD': 'hello',
    '.hidden/e.ts': 'Hello hidden\n--files -e',
    'b/c.ts': 'nothing\nhällo 😀 hello\r\n',
    'b/a.md': 'HELLO',
    'a.ts': 'hello',
    'a/z.ts': 'hello',
    'x.log': 'hello',
    'node_modules/m/index.ts': 'hello',
    'binary.dat': 'hello\n\0hello',
    'latin.txt': Buffer.from('caf\xe9 hello', 'latin1'),
  });

describe('finding files', () => {
  const all = ['.gitignore', '.hidden/e.ts', 'a/z.ts', 'a.ts', 'b/a.md', 'b/c.ts', 'binary.dat', 'latin.txt'];
  test.each([
    ['**', all],
    ['**/*.ts', ['.hidden/e.ts', 'a/z.ts', 'a.ts', 'b/c.ts']],
    ['*.ts', ['a.ts']],
    ['{a,b}/*', ['a/z.ts', 'b/a.md', 'b/c.ts']],
    ['node_modules/**', []],
    ['../**', []],
  ])('%s gives what fits and is not ignored, in order', async (glob, paths) => {
    expect(await findFiles(await project(), glob, 100, signal)).toEqual({ paths, isPartial: false });
  });

  test('ends at its limit, with the first ones', async () => {
    expect(await findFiles(await project(), '**/*.ts', 2, signal)).toEqual({
      paths: ['.hidden/e.ts', 'a/z.ts'],
      isPartial: true,
    });
    expect(await findFiles(await project(), '*.ts', 1, signal)).toEqual({ paths: ['a.ts'], isPartial: false });
  });

  test('leaves out what is ignored in a folder without git, too', async () => {
    const root = await temporaryFolder({ '.gitignore': 'x', x: '', y: '', 'z/x': '' });
    expect((await findFiles(root, '**', 100, signal)).paths).toEqual(['.gitignore', 'y']);
  });

  test('goes by the rules of each folder, as its tree does', async () => {
    const root = await temporaryFolder({
      '.gitignore': '*.log\n/top.txt\nbuild/\n',
      'a.log': '',
      'top.txt': '',
      'sub/top.txt': '',
      'sub/.gitignore': '!keep.log\n/own.ts\ndeep/x.ts\n#no.ts\ntrail.md \n',
      'sub/keep.log': '',
      'sub/own.ts': '',
      'sub/in/own.ts': '',
      'sub/deep/x.ts': '',
      'sub/in/deep/x.ts': '',
      'sub/#no.ts': '',
      'sub/trail.md': '',
      'build/.gitignore': '!*\n',
      'build/out.js': '',
      'odd [x]{y}!/.gitignore': 'gone.ts\n',
      'odd [x]{y}!/in/gone.ts': '',
      'odd [x]{y}!/kept.ts': '',
    });
    const { paths } = await findFiles(root, '**', 100, signal);
    const rules = await readRules(root, root);
    expect(paths.filter((path) => !path.includes('.gitignore'))).toEqual([
      'odd [x]{y}!/kept.ts',
      'sub/#no.ts',
      'sub/in/deep/x.ts',
      'sub/in/own.ts',
      'sub/keep.log',
      'sub/top.txt',
    ]);
    expect(rules.isIgnored(join(root, 'a.log'), 'file')).toBe(true);
  });

  test.runIf(process.platform !== 'win32')(
    'waits for no pipe and no device that is named as a file of rules',
    async () => {
      const root = await temporaryFolder({
        'src/a.ts': 'hello',
        'src/deep/b.ts': 'hello',
        'dev/c.ts': 'hello',
        'd.log': 'hello',
      });
      for (const name of ['.gitignore', '.ignore', '.rgignore']) {
        execFileSync('mkfifo', [join(root, name), join(root, 'src', 'deep', name)]);
        await symlink('/dev/zero', join(root, 'dev', name));
      }
      await writeFile(join(root, 'src', '.gitignore'), '*.log\n');
      const paths = ['d.log', 'dev/c.ts', 'src/.gitignore', 'src/a.ts', 'src/deep/b.ts'];
      expect(await findFiles(root, '**', 100, signal)).toEqual({ paths, isPartial: false });
      const query = { text: 'hello', isRegex: false, isCaseSensitive: true };
      const { matches, isPartial } = await searchFiles(root, query, signal);
      expect([matches.map(({ path }) => path), isPartial]).toEqual([
        paths.filter((path) => path !== 'src/.gitignore'),
        false,
      ]);
      expect((await searchFiles(root, { ...query, glob: '**/*.ts' }, signal)).matches).toHaveLength(3);
      expect(
        (await readRules(root, join(root, 'src', 'deep'))).isIgnored(join(root, 'src', 'deep', 'x.log'), 'file'),
      ).toBe(true);
    },
  );

  test('does not follow links', async () => {
    const root = await project();
    await symlink('/', join(root, 'everything'));
    expect((await findFiles(root, '**', 100, signal)).paths).toEqual(all);
  });

  test('takes names as they are', async () => {
    const root = await temporaryFolder({ '-rf': 'x', 'a b\nc.ts': 'x', 'ü.ts': 'x' });
    expect((await findFiles(root, '**', 100, signal)).paths).toEqual(['-rf', 'a b\nc.ts', 'ü.ts']);
  });
});

describe('searching files', () => {
  test('gives each line that holds the text, in the order of paths, where an editor has it', async () => {
    expect(await searchFiles(await project(), { text: 'hello' }, signal)).toEqual({
      matches: [
        { path: '.hidden/e.ts', line: 1, column: 1, text: 'Hello hidden' },
        { path: 'a/z.ts', line: 1, column: 1, text: 'hello' },
        { path: 'a.ts', line: 1, column: 1, text: 'hello' },
        { path: 'b/a.md', line: 1, column: 1, text: 'HELLO' },
        { path: 'b/c.ts', line: 2, column: 10, text: 'hällo 😀 hello' },
        { path: 'latin.txt', line: 1, column: 6, text: 'caf\uFFFD hello' },
      ],
      isPartial: false,
    });
  });

  test.each([
    [{ text: 'hello', isCaseSensitive: true }, ['a/z.ts', 'a.ts', 'b/c.ts', 'latin.txt']],
    [{ text: 'h.llo', isRegex: true, isCaseSensitive: true }, ['a/z.ts', 'a.ts', 'b/c.ts', 'latin.txt']],
    [{ text: 'h.llo' }, []],
    [{ text: 'hello$', isRegex: true, glob: '**/c.ts' }, ['b/c.ts']],
    [{ text: 'hello', glob: '*/*' }, ['.hidden/e.ts', 'a/z.ts', 'b/a.md', 'b/c.ts']],
    [{ text: 'hello', glob: '**/*.{log,dat}' }, []],
    [{ text: 'hello', glob: 'none' }, []],
    [{ text: '--files' }, ['.hidden/e.ts']],
    [{ text: '-e' }, ['.hidden/e.ts']],
  ])('finds the right files for %j', async (query, paths) => {
    const { matches } = await searchFiles(await project(), query, signal);
    expect(matches.map(({ path }) => path)).toEqual(paths);
  });

  test('ends at its limit, with the first ones, and says so', async () => {
    const root = await project();
    const limited = await searchFiles(root, { text: 'hello', limit: 2 }, signal);
    expect(limited.matches.map(({ path }) => path)).toEqual(['.hidden/e.ts', 'a/z.ts']);
    expect(limited.isPartial).toBe(true);
    expect((await searchFiles(root, { text: 'hello', limit: 6 }, signal)).isPartial).toBe(false);
    expect((await searchFiles(root, { text: 'hello', limit: 1, glob: '**' }, signal)).isPartial).toBe(true);
  });

  test('looks through more files of a glob than one command line takes, in order', async () => {
    const names = Array.from({ length: 900 }, (_, n) => `${'d'.repeat(60)}/${String(n).padStart(4, '0')}.txt`);
    const root = await temporaryFolder(Object.fromEntries(names.map((name) => [name, 'hello'])));
    const { matches } = await searchFiles(root, { text: 'hello', glob: '**/*.txt' }, signal);
    expect(matches.map(({ path }) => path)).toEqual(names);
  });

  test('cuts long lines, and leaves out one without an end, saying so', async () => {
    const root = await temporaryFolder({
      a: `${'x'.repeat(5000)}hello`,
      b: `hello${'x'.repeat(3_000_000)}`,
      c: 'hello',
    });
    const { matches, isPartial } = await searchFiles(root, { text: 'hello' }, signal);
    expect(matches).toEqual([
      { path: 'a', line: 1, column: 5001, text: 'x'.repeat(1000) },
      { path: 'c', line: 1, column: 1, text: 'hello' },
    ]);
    expect(isPartial).toBe(true);
  });

  test('says what is wrong with an expression', async () => {
    const searching = searchFiles(await project(), { text: 'a(', isRegex: true }, signal);
    await expect(searching).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/^The search was refused: .*unclosed group/s),
    });
    await expect(searchFiles(await project(), { text: 'a\0b' }, signal)).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });

  test('takes nothing from the settings of the machine', async () => {
    const root = await temporaryFolder({ a: 'hello', rc: '--invert-match' });
    vi.stubEnv('RIPGREP_CONFIG_PATH', join(root, 'rc'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { matches } = await searchFiles(root, { text: 'hello' }, signal);
    expect(matches.map(({ path }) => path)).toEqual(['a']);
  });
});

test('the program is ended when its call is aborted', async () => {
  const controller = new AbortController();
  let parts = 0;
  const onPart = () => {
    parts++;
    controller.abort();
    return true;
  };
  const args = ['--files', '--null', './'];
  const running = spawnRipgrep({ cwd: '/', args, end: '\0', signal: controller.signal, onPart });
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(parts).toBe(1);
  await expect(findFiles('/', '**', 1, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  await expect(searchFiles('/', { text: 'x' }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});

test('in a packaged app the program lies beside the archive', () => {
  const inside = '/opt/app.asar.dir/resources/app.asar/node_modules/@vscode/ripgrep-linux-x64/bin/rg';
  expect(outsideArchive(inside)).toBe(inside.replace('app.asar/', 'app.asar.unpacked/'));
  expect(outsideArchive('C:\\a\\app.asar\\rg.exe')).toBe('C:\\a\\app.asar.unpacked\\rg.exe');
  expect(outsideArchive('/project/node_modules/rg')).toBe('/project/node_modules/rg');
});
