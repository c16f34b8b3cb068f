import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { readerOf } from '../../../../shared/schema-reader.ts';
import { createLineWriter, readLines, streamLines } from './json-lines.ts';

const readLine = readerOf(z.object({ n: z.number() }));
let folder: string;
let path: string;
let problems: string[];
const writer = (flushMs = 5) =>
  createLineWriter(path, { firstLine: { v: 1 }, flushMs, onProblem: (error) => problems.push(error.message) });
const read = () => readFileSync(path, 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-lines-'));
  path = join(folder, 'deep', 'thread.jsonl');
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('lines reach the file by themselves, after the first line, for its owner only', async () => {
  const lines = writer();
  lines.append([{ n: 1 }, { n: 2 }]);
  await vi.waitFor(() => expect(read()).toBe('{"v":1}\n{"n":1}\n{"n":2}\n'));
  expect(statSync(path).mode & 0o077).toBe(0);
  await lines.close();
});

test('closing writes what is pending, and a second run continues the file', async () => {
  const first = writer(60_000);
  first.append([{ n: 1 }]);
  await first.close();
  const second = writer(60_000);
  second.append([{ n: 2 }]);
  await second.close();
  expect(read()).toBe('{"v":1}\n{"n":1}\n{"n":2}\n');
});

test('lines that come while others are written keep their order', async () => {
  const lines = writer();
  for (let n = 0; n < 500; n += 1) {
    lines.append([{ n }]);
    if (n % 50 === 0) void lines.flush();
  }
  await lines.close();
  expect((await readLines(path, readLine))?.values.map(({ n }) => n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
});

test('a torn last line spoils nothing that follows, and stays in the file', async () => {
  const first = writer();
  first.append([{ n: 1 }]);
  await first.close();
  appendFileSync(path, '{"n":2');
  expect(await readLines(path, readLine)).toMatchObject({ values: [{ n: 1 }], unreadable: 1 });
  const second = writer();
  second.append([{ n: 3 }]);
  await second.close();
  expect(read()).toBe('{"v":1}\n{"n":1}\n{"n":2\n{"n":3}\n');
});

test('lines that the schema refuses are counted and left where they are', async () => {
  mkdirSync(join(folder, 'deep'));
  const text = '{"n":1}\nnot json\n{"n":"two"}\n\n{"n":3}\n{"n":4';
  writeFileSync(path, text);
  expect(await readLines(path, readLine)).toMatchObject({ values: [{ n: 1 }, { n: 3 }], unreadable: 2 });
  expect(read()).toBe(text);
});

test('neighbours that are one are held as one, so that the length of the file does not matter', async () => {
  mkdirSync(join(folder, 'deep'));
  // Far longer than what is read at once, and letters of which the pieces of a file cut some in two.
  const more = JSON.stringify({ n: 1, text: '€'.repeat(50_000) });
  writeFileSync(path, `${`${more}\n`.repeat(20)}{"n":2}\n{"n":3}\n{"n":`);
  let joined = 0;
  const read = await readLines(path, readLine, {
    join(last, value) {
      joined += 1;
      return last.n === value.n ? value : null;
    },
  });
  expect(read).toMatchObject({ values: [{ n: 1 }, { n: 2 }, { n: 3 }], unreadable: 0 });
  expect(joined).toBe(21);
});

test('a line that is torn at the end is not counted, though one like it further up is', async () => {
  mkdirSync(join(folder, 'deep'));
  writeFileSync(path, '{"n":4\n{"n":1}\n{"n":4');
  expect(await readLines(path, readLine)).toMatchObject({ values: [{ n: 1 }], unreadable: 1 });
});

test('of a long file the end is read from its first whole line on, and says how much came before', async () => {
  mkdirSync(join(folder, 'deep'));
  const lines = Array.from({ length: 100 }, (_, n) => `{"n":${n}}\n`).join('');
  writeFileSync(path, lines);
  // Each line from 10 on has nine bytes: a cut between two lines and one within a line.
  const between = await readLines(path, readLine, { most: 27 });
  expect(between).toMatchObject({
    values: [{ n: 97 }, { n: 98 }, { n: 99 }],
    unreadable: 0,
    leftOut: lines.length - 27,
  });
  const within = await readLines(path, readLine, { most: 26 });
  expect(within).toMatchObject({ values: [{ n: 98 }, { n: 99 }], unreadable: 0, leftOut: lines.length - 26 });
  expect(await readLines(path, readLine, { most: lines.length })).toMatchObject({ leftOut: 0, size: lines.length });
  // A line that is longer than what is read has no beginning there.
  writeFileSync(path, `{"n":1}\n{"n":2,"text":"${'x'.repeat(100_000)}`);
  expect(await readLines(path, readLine, { most: 1000 })).toMatchObject({ values: [], unreadable: 0 });
});

test.runIf(process.platform !== 'win32')('what is no file is refused, for a pipe would be read for ever', async () => {
  mkdirSync(join(folder, 'deep'));
  execFileSync('mkfifo', [path]);
  await expect(readLines(path, readLine)).rejects.toThrow('is not a file');
});

test.runIf(process.platform === 'linux')('a line of which a part was written goes on after the file was closed', () => {
  const text = 'x'.repeat(20_000);
  // The limit on the size of files makes a write fail half-way, as a full disk does.
  const script = `
    import { execFileSync } from 'node:child_process';
    import { statSync } from 'node:fs';
    import { createLineWriter } from ${JSON.stringify(join(import.meta.dirname, 'json-lines.ts'))};
    const [path, text] = process.argv.slice(1);
    const onProblem = ({ code }) => console.log(code, statSync(path).size);
    const lines = createLineWriter(path, { firstLine: { v: 1 }, flushMs: 60_000, onProblem });
    lines.append([{ n: 1, text }]);
    await lines.close();
    execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:']);
    lines.append([{ n: 2 }]);
    await lines.close();`;
  const limited = ['-c', 'ulimit -S -f 8 && exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const [code, size] = execFileSync('sh', [...limited, path, text], { encoding: 'utf8' })
    .trim()
    .split(' ');
  expect(code).toBe('EFBIG');
  expect(Number(size)).toBeGreaterThan(1000);
  expect(read()).toBe(`{"v":1}\n${JSON.stringify({ n: 1, text })}\n{"n":2}\n`);
});

test('a file that is not there is null, one that cannot be read is an error', async () => {
  expect(await readLines(path, readLine)).toBeNull();
  await expect(readLines(folder, readLine)).rejects.toThrow('is not a file');
});

test('what cannot be written is said once, kept, and written when it can be', async () => {
  // A file stands where the folder should be.
  writeFileSync(join(folder, 'deep'), '');
  const lines = writer();
  lines.append([{ n: 1 }]);
  await lines.flush();
  lines.append([{ n: 2 }]);
  await lines.flush();
  expect(problems).toHaveLength(1);
  expect(await lines.close()).toBe(false);
  rmSync(join(folder, 'deep'));
  expect(await lines.close()).toBe(true);
  expect(read()).toBe('{"v":1}\n{"n":1}\n{"n":2}\n');
});

test('a file is read by pieces as it is by lines, letters that a piece cuts included', async () => {
  mkdirSync(join(folder, 'deep'));
  const lines = ['', 'ä'.repeat(200_000), '', '{"n":1}', '😀'.repeat(70_000), 'torn'];
  writeFileSync(path, lines.join('\n'));
  const read: string[] = [];
  for await (const some of streamLines(path)) read.push(...some);
  expect(read).toEqual(lines);
  await expect(streamLines(path, { signal: AbortSignal.abort() }).next()).rejects.toThrow();
});
