import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type FolderQuery,
  type FoundFile,
  maxMatches,
  type SearchEnd,
  type UnsavedText,
} from '../../shared/contract/documents/folder-search.ts';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createFolderSearch } from './folder-search.ts';
import { plainQuery } from './plain-query.fixture.ts';

const anything = plainQuery('needle');
/** Without a word in it, which ripgrep would look for first, and be done at once. */
const longPattern = '(\\w|\\s){1,700}\\d$';

async function folderOf(files: Files, maxPrinted?: number) {
  const root = await temporaryFolder(files);
  let found: FoundFile[] = [];
  const ends: { searchId: string; end: SearchEnd }[] = [];
  const service = createFolderSearch({
    root: () => root,
    ...(maxPrinted !== undefined && { maxPrinted }),
    publish: (event) => {
      if (event.type === 'search-found') found.push(...(JSON.parse(event.files) as FoundFile[]));
      else ends.push(event);
    },
  });
  onTestFinished(service.dispose);
  let count = 0;
  async function search(query: Partial<FolderQuery>, unsaved: UnsavedText[] = []) {
    found = [];
    count += 1;
    const searchId = `search-${count}`;
    service.start(searchId, { ...anything, ...query }, unsaved);
    await vi.waitFor(() => expect(ends.at(-1)?.searchId).toBe(searchId), { timeout: 10_000 });
    const files = found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    return { files, end: ends.at(-1)?.end };
  }
  /** `file:line:column` of each match. */
  async function places(query: Partial<FolderQuery>, unsaved: UnsavedText[] = []) {
    const { files } = await search(query, unsaved);
    return files.flatMap(({ path, lines }) =>
      lines.flatMap(({ line, matches }) =>
        matches.map(({ column }) => `${path.replace(`${root}/`, '')}:${line}:${column}`),
      ),
    );
  }
  return { root, service, search, places, ends };
}

test('finds a text in the files of the tree, by case, word, expression and globs', async () => {
  const { places } = await folderOf({
    'a.ts': 'one\nNeedle and needles\n',
    'src/b.ts': 'xneedle\n',
    'src/.env': 'NEEDLE=1\n',
    'out/c.ts': 'needle\n',
    '.gitignore': 'out/\n*.log\n!keep.log\n',
    'keep.log': 'needle\n',
    'f.log': 'needle\n',
    '.git/d': 'needle\n',
    'e.bin': 'needle\0needle\n',
  });
  expect(await places({})).toEqual(['a.ts:2:1', 'a.ts:2:12', 'keep.log:1:1', 'src/.env:1:1', 'src/b.ts:1:2']);
  expect(await places({ isCaseSensitive: true, exclude: '*.log' })).toEqual(['a.ts:2:12', 'src/b.ts:1:2']);
  expect(await places({ isWholeWord: true, exclude: '*.log' })).toEqual(['a.ts:2:1', 'src/.env:1:1']);
  expect(await places({ text: '^n.*s$', isRegexp: true })).toEqual(['a.ts:2:1']);
  expect(await places({ text: '^n.*s$' })).toEqual([]);
  expect(await places({ include: 'src, *.md' })).toEqual(['src/.env:1:1', 'src/b.ts:1:2']);
  expect(await places({ exclude: '*.ts, *.log' })).toEqual(['src/.env:1:1']);
  expect(await places({ include: '**', exclude: 'src' })).toEqual(['a.ts:2:1', 'a.ts:2:12', 'keep.log:1:1']);
  expect(await places({ include: '*.log, out' })).toEqual(['keep.log:1:1']);
});

test('tells columns in characters, the lines around, a part of a long line, and what a match becomes', async () => {
  const { search } = await folderOf({
    'a.txt': 'before\r\nÄ€😀 needle, Needle\r\nafter\r\n',
    'b.txt': `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n`,
    'c.txt': 'key = needle\nneedle\nend\n',
  });
  const [first, long] = (await search({ context: 1, replacement: '$1', exclude: 'c.txt' })).files;
  expect(first?.lines).toEqual([
    { line: 1, text: 'before', matches: [] },
    {
      line: 2,
      text: 'Ä€😀 needle, Needle',
      matches: [
        { column: 6, text: 'needle', from: 5, to: 11, replacement: '$1' },
        { column: 14, text: 'Needle', from: 13, to: 19, replacement: '$1' },
      ],
    },
    { line: 3, text: 'after', matches: [] },
  ]);
  const [line] = long?.lines ?? [];
  expect([line?.text.length, line?.text.slice(line.matches[0]?.from, line.matches[0]?.to)]).toEqual([400, 'needle']);
  const query = { text: '(\\w+)\\nneedle', isRegexp: true, replacement: '$1\\n-' };
  expect((await search(query)).files).toMatchObject([
    {
      lines: [
        { line: 1, text: 'key = needle', matches: [{ column: 7, text: 'needle\nneedle', replacement: 'needle\n-' }] },
      ],
    },
  ]);
});

test('a line end that is looked for is that of each file, and a match is in the line in which it begins', async () => {
  const { search, places } = await folderOf({
    'crlf.txt': 'foo\r\nÄ foo\r\nfoo\r\nend\r\n',
    'lf.txt': 'foo\nÄ foo\nfoo\nend\n',
  });
  const all = ['crlf.txt:1:1', 'crlf.txt:2:3', 'crlf.txt:3:1', 'lf.txt:1:1', 'lf.txt:2:3', 'lf.txt:3:1'];
  expect(await places({ text: 'foo\\r?\\n', isRegexp: true })).toEqual(all);
  expect(await places({ text: 'foo\\n', isRegexp: true })).toEqual(all);
  expect(await places({ text: 'foo[^x]\\w*\\n?', isRegexp: true })).toEqual([
    'crlf.txt:1:1',
    'crlf.txt:2:3',
    'lf.txt:1:1',
    'lf.txt:2:3',
  ]);
  expect(await places({ text: 'foo\nend' })).toEqual(['crlf.txt:3:1', 'lf.txt:3:1']);
  const { files } = await search({ text: '(foo)(\\n)', isRegexp: true, replacement: '$2$1', include: 'crlf.txt' });
  expect(files.flatMap(({ lines }) => lines)).toMatchObject([
    { line: 1, text: 'foo', matches: [{ from: 0, to: 3, text: 'foo\r\n', replacement: '\r\nfoo' }] },
    { line: 2, text: 'Ä foo', matches: [{ from: 2, to: 5 }] },
    { line: 3, text: 'foo', matches: [{ from: 0, to: 3 }] },
  ]);
});

test('a file that is open is searched as it is in the editor, if it is one of those that are asked for', async () => {
  const { root, places } = await folderOf({
    'a.ts': 'needle\n',
    'b.ts': 'needle\n',
    'out/c.ts': '',
    '.gitignore': 'out',
  });
  const unsaved = [
    { path: join(root, 'a.ts'), text: '\nno more, but a needle\n' },
    { path: join(root, 'out', 'c.ts'), text: 'needle' },
    { path: 'untitled:/Untitled-1', text: 'needle' },
  ];
  expect(await places({}, unsaved)).toEqual(['a.ts:2:16', 'b.ts:1:1', 'untitled:/Untitled-1:1:1']);
  expect(await places({ include: 'b.ts' }, unsaved)).toEqual(['b.ts:1:1']);
});

test('a bad expression or glob is told in a sentence; too much is cut, and that is told', async () => {
  const { root, search } = await folderOf({});
  expect((await search({ text: 'a(', isRegexp: true })).end?.failure?.message).toContain('unclosed group');
  expect((await search({ include: '{a' })).end?.failure?.message).toContain('{a');
  await writeFile(join(root, 'many.txt'), 'needle needle\n'.repeat(maxMatches));
  const { files, end } = await search({});
  expect(end).toEqual({ isPartial: true, failure: null });
  expect(files.flatMap(({ lines }) => lines.flatMap(({ matches }) => matches))).toHaveLength(maxMatches);
});

test('of a file whose matches are all longer than can be shown, it is told that a part is missing, and no empty row', async () => {
  const { search } = await folderOf({ 'long.txt': 'y'.repeat(1_000_000) });
  expect(await search({ text: 'y+', isRegexp: true })).toEqual({ files: [], end: { isPartial: true, failure: null } });
});

/** More than is read at once: a part of it comes before it is too much. */
const muchFound = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`${index + 10}.txt`, `${'x'.repeat(2_000)}needle\n`.repeat(20)]),
);
const namesAndCounts = (found: readonly FoundFile[]) => found.map(({ path, lines }) => [basename(path), lines.length]);

test('what is more than the file for it can take is found all the same, each once', async () => {
  const { search } = await folderOf(muchFound, 1);
  const { files, end } = await search({});
  expect(end).toEqual({ isPartial: false, failure: null });
  expect(namesAndCounts(files)).toEqual(Object.keys(muchFound).map((name) => [name, 20]));
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'what a full disk has no room for is found all the same, each once',
  async ({ skip }) => {
    const { search } = await folderOf(muchFound);
    const small = await temporaryFolder({});
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status !== 0)
      return skip('This machine mounts nothing.');
    vi.stubEnv('TMPDIR', small);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      spawnSync('umount', ['-l', small]);
    });
    const { files, end } = await search({});
    expect(end).toEqual({ isPartial: false, failure: null });
    expect(namesAndCounts(files)).toEqual(Object.keys(muchFound).map((name) => [name, 20]));
  },
);

test.runIf(process.platform === 'linux')(
  'a search that is stopped tells nothing more, and leaves no process',
  async () => {
    const { root, service, search, ends } = await folderOf({});
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => writeFile(join(root, `${index}.txt`), 'haystack '.repeat(3_000_000))),
    );
    const query = { ...anything, text: longPattern, isRegexp: true };
    service.start('stopped', query, []);
    await vi.waitFor(() => expect(ripgrepIn(root)).toBe(1), { timeout: 10_000, interval: 5 });
    service.stop('stopped');
    const before = performance.now();
    await vi.waitFor(() => expect(ripgrepIn(root)).toBe(0), { timeout: 10_000, interval: 5 });
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(ends).toEqual([]);
    await search({ include: 'none' });
    expect(ends.map(({ searchId }) => searchId)).toEqual(['search-1']);
  },
);

/** Number of processes in this folder that look for the text. */
function ripgrepIn(folder: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      const isOurs = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(longPattern);
      return isOurs && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  }).length;
}
