import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { threadTime } from '../../../../shared/testing/thread-time.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { throwing } from '../../../testing/throwing.ts';
import { addToDigest, emptyDigest } from './thread-digest.ts';
import { createThreadIndex, type ThreadIndex } from './thread-index.ts';
import { createThreadLog } from './thread-log.ts';

let folder: string;
let indexPath: string;
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const pathOf = (n: number): string => join(folder, `${idOf(n)}.jsonl`);
const prompt = (text: string, at: number): ThreadEntry => ({ kind: 'prompt', id: 'p', at, text });
const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const header = (n: number, workspace: string, v = 1) => ({ v, id: idOf(n), workspace, createdAt: 0 });
const put = (n: number, workspace: string, ...entries: ThreadEntry[]) =>
  writeFileSync(pathOf(n), lines([header(n, workspace), ...entries]));
const start = () => createThreadIndex(createThreadLog(folder, throwing), throwing);
const titles = async (index: ThreadIndex = start(), workspace = '/project') => {
  const listed = await index.list(workspace);
  await index.close();
  return listed.map(({ digest }) => digest.title?.text ?? digest.beginning);
};

beforeEach(async () => {
  folder = await temporaryFolder();
  indexPath = join(folder, 'index.jsonl');
  put(1, '/project', prompt('one', 1));
  put(2, '/project', prompt('two', 5), { kind: 'title', at: 9, text: 'Second', by: 'person' });
  put(3, '/elsewhere', prompt('three', 3));
});

describe('the list of threads', () => {
  test('is of one workspace, the newest first, whatever they are called since', async () => {
    put(4, '/project', prompt(' four\n  lines ', 3), { kind: 'archived', at: 99, isArchived: true });
    expect(await titles()).toEqual(['Second', 'four lines', 'one']);
    expect(await titles(start(), '/elsewhere')).toEqual(['three']);
    expect((await start().list('/project')).map(({ digest }) => digest.isArchived)).toEqual([false, true, false]);
  });

  test('leaves out those in which nothing was said, that are no threads, or of a later version', async () => {
    put(4, '/project');
    put(5, '/project', { kind: 'title', at: 1, text: 'Empty', by: 'person' });
    writeFileSync(pathOf(6), lines([header(6, '/project', 2), prompt('later', 1)]));
    writeFileSync(join(folder, 'notes.jsonl'), lines([header(7, '/project'), prompt('notes', 1)]));
    mkdirSync(join(folder, 'deleted'));
    writeFileSync(join(folder, 'deleted', `${idOf(8)}.jsonl`), lines([header(8, '/project'), prompt('deleted', 1)]));
    expect(await titles()).toEqual(['Second', 'one']);
    expect(await titles()).toEqual(['Second', 'one']);
  });

  test('does not read again what it knows', async () => {
    await titles();
    const known = readFileSync(indexPath, 'utf8');
    writeFileSync(indexPath, known.replace('"one"', '"seen"'));
    expect(await titles()).toEqual(['Second', 'seen']);
  });

  test.each([
    ['missing', () => rmSync(indexPath)],
    ['empty', () => writeFileSync(indexPath, '')],
    ['no JSON', () => writeFileSync(indexPath, 'not\nan index\0')],
    ['of another shape', () => writeFileSync(indexPath, `{"v":1}\n{"id":"${idOf(1)}","digest":3}\n[]\n`)],
    ['torn', () => writeFileSync(indexPath, readFileSync(indexPath, 'utf8').slice(0, -40))],
    ['of files that are gone', () => rmSync(pathOf(3))],
  ])('is made anew when the index is %s', async (_what, spoil) => {
    await titles();
    spoil();
    expect(await titles()).toEqual(['Second', 'one']);
    // And written down again, one that is torn included.
    writeFileSync(indexPath, readFileSync(indexPath, 'utf8').replaceAll('"one"', '"seen"'));
    expect(await titles()).toEqual(['Second', 'seen']);
  });

  test('follows files that changed since', async () => {
    await titles();
    appendFileSync(pathOf(1), lines([{ kind: 'title', at: 9, text: 'First', by: 'model' }, prompt('more', 20)]));
    put(4, '/project', prompt('four', 30));
    rmSync(pathOf(2));
    expect(await titles()).toEqual(['four', 'First']);
    expect(await titles()).toEqual(['four', 'First']);
  });

  test('of a long thread that was open keeps what it was called in its midst, also when it is taken away and put back', async () => {
    const long = (size: number): ThreadEntry => ({ kind: 'answer-text', answerId: 'a', text: 'x'.repeat(size) });
    const named: ThreadEntry = { kind: 'title', at: 9, text: 'Named', by: 'person' };
    const index = start();
    await index.list('/project');
    put(4, '/project', prompt('four', 30), long(2_000_000), named, long(9_000_000));
    const digest = addToDigest(emptyDigest, [prompt('four', 30), named]);
    index.note({ id: idOf(4), workspace: '/project', digest });
    await index.keep(idOf(4));
    index.forget(idOf(4));
    await index.keep(idOf(4));
    await index.close();
    expect(await titles()).toEqual(['Named', 'Second', 'one']);
  });

  test('knows the workspace of a thread whose first line was torn', async () => {
    const log = createThreadLog(folder, throwing);
    log.noteShown('/project', idOf(9));
    await log.close();
    writeFileSync(pathOf(9), `{"v":1,"id":"0000\n${lines([prompt('nine', 9)])}`);
    expect(await titles()).toEqual(['nine', 'Second', 'one']);
  });

  test('does not let its own file grow for ever', async () => {
    for (let n = 0; n < 60; n += 1) {
      for (const thread of [1, 2, 3]) {
        appendFileSync(pathOf(thread), lines([prompt('more', 100 + n)]));
      }
      await titles();
    }
    expect(readFileSync(indexPath, 'utf8').split('\n').length).toBeLessThan(150);
    expect(await titles()).toEqual(['one', 'Second']);
  });

  test('of 2,000 threads is there in less time than they are read in', { tags: ['soak'] }, async () => {
    const text = (n: number): ThreadEntry => ({ kind: 'answer-text', answerId: 'a', text: `piece ${n} `.repeat(8) });
    const entries = Array.from({ length: 400 }, (_, n) => text(n));
    for (let n = 10; n < 2_010; n += 1) put(n, '/project', prompt(`prompt ${n}`, n), ...entries);
    const time = async (work: () => Promise<unknown>) => Math.round(await threadTime(async () => void (await work())));
    const index = start();
    const first = await time(() => index.list('/project'));
    const again = await time(() => index.list('/project'));
    await index.close();
    const next = start();
    const nextStart = await time(() => next.list('/project'));
    console.info(`2,000 threads of 40 kB: without an index ${first} ms, again ${again} ms, next start ${nextStart} ms`);
    expect(again).toBeLessThan(first / 2);
    expect(nextStart).toBeLessThan(first);
    expect((await next.list('/project')).length).toBe(2_002);
  });
});
