import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import type { ToolRunState } from '../../../../shared/contract/tool.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { throwing } from '../../../testing/throwing.ts';
import { openThread } from '../open-thread.ts';
import { entryOfEachKind } from './entry-of-each-kind.fixture.ts';
import { createLineWriter } from './json-lines.ts';
import { createThreadLog } from './thread-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** The entries that a start of the app reads after another has written them. */
async function readBack(entries: readonly ThreadEntry[]) {
  const log = createThreadLog(folder, throwing);
  const { id, writer } = log.create('/project');
  writer.append(entries);
  await writer.close();
  const file = await log.open(id, '/project');
  if (!file) throw new Error('It was not read.');
  return file;
}

test('every kind of entry is read as it was written', async () => {
  const entries = Object.values(entryOfEachKind);
  const { entries: read, unreadable } = await readBack(entries);
  expect(unreadable).toBe(0);
  expect(read).toEqual(entries);
});

test('the details of a call are read as they were written', async () => {
  const state = { type: 'done', output: 'x', isError: false, details: '{"rows":[1,"\u2028"]}' } as const;
  const entry = { ...entryOfEachKind['tool-run'], state };
  const { entries: read } = await readBack([entry]);
  expect(read).toEqual([entry]);
});

test('a command of the person is read with its end, without the output that came on the way', async () => {
  const { 'shell-run': begun, 'shell-output': output, 'shell-ended': ended } = entryOfEachKind;
  const end = { type: 'done', exitCode: null, output: 'xx', isTimedOut: true } as const;
  const { entries: read } = await readBack([begun, output, output, { ...ended, end }]);
  expect(read).toEqual([begun, { ...ended, end }]);
  expect((await readBack([begun, output, output])).entries).toEqual([begun, { ...output, text: 'xx' }]);
});

test('steps that an earlier version called rounds are read as steps', async () => {
  const log = createThreadLog(folder, throwing);
  const { id, writer } = log.create('/project');
  await writer.close();
  const end = { type: 'round-limit', rounds: 25 };
  const lines = [
    { kind: 'answer-round', answerId: 'a' },
    { kind: 'answer-ended', answerId: 'a', at: 1, end },
  ];
  appendFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect((await log.open(id, '/project'))?.entries).toEqual([
    { kind: 'answer-step', answerId: 'a' },
    { kind: 'answer-ended', answerId: 'a', at: 1, end: { type: 'step-limit', steps: 25 } },
  ]);
});

test('what a call put out on its way is read in one piece, and not at all once it is done', async () => {
  const output = (toolUseId: string, text: string): ThreadEntry => ({
    ...entryOfEachKind['tool-output'],
    toolUseId,
    text,
  });
  const use = (id: string): ThreadEntry => ({
    ...entryOfEachKind['answer-tool-use'],
    toolUse: { id, name: 'n', input: '{}', isInputComplete: true },
  });
  const run = (toolUseId: string, state: ToolRunState): ThreadEntry => ({
    ...entryOfEachKind['tool-run'],
    toolUseId,
    state,
  });
  const entries = [
    { kind: 'prompt', id: 'p', at: 1, text: 'hi' } as const,
    entryOfEachKind['answer-started'],
    use('1'),
    use('2'),
    ...['1', '2'].map((id) => run(id, { type: 'running' })),
    ...['a', 'b', 'c'].map((text) => output('1', text)),
    ...['d', 'e'].map((text) => output('2', text)),
    output('1', 'f'),
    run('1', { type: 'done', output: 'abcf', isError: false }),
    run('2', { type: 'failed', reason: 'It was stopped.' }),
  ];
  const { entries: read } = await readBack(entries);
  expect(read.flatMap((entry) => (entry.kind === 'tool-output' ? [[entry.toolUseId, entry.text]] : []))).toEqual([
    ['2', 'de'],
  ]);
  expect(foldThread(read)).toEqual(foldThread(entries));
});

test('what a person wrote or decided is in the file at once, what is streamed soon', async () => {
  const soon = new Set(
    Object.keys(entryOfEachKind).filter((kind) => /^(answer-(?!ended)|tool-|command-|shell-output)/.test(kind)),
  );
  for (const entry of Object.values(entryOfEachKind)) {
    const path = join(folder, `${entry.kind}.jsonl`);
    const writer = createLineWriter(path, { firstLine: {}, flushMs: 3_600_000, onProblem: throwing });
    const thread = openThread(
      { id: entry.kind, workspace: '', path, entries: [], unreadable: 0, size: 0, isCut: false, writer },
      () => {},
    );
    thread.append([entry]);
    if (soon.has(entry.kind)) {
      // Nothing is on its way to the file, which is made with the first line.
      await new Promise((resolve) => setImmediate(resolve));
      expect(() => readFileSync(path), entry.kind).toThrow('ENOENT');
    } else {
      await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(entry)));
    }
    await thread.close();
    expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(entry));
  }
});

test('the view of an open thread is that of all its entries, also while it grows', async () => {
  const writer = createLineWriter(join(folder, 'x.jsonl'), { firstLine: {}, flushMs: 5, onProblem: throwing });
  const entries = Object.values(entryOfEachKind);
  const file = {
    id: 'x',
    workspace: '',
    path: '',
    entries: entries.slice(0, 3),
    unreadable: 0,
    size: 0,
    isCut: false,
    writer,
  };
  const thread = openThread(file, () => {});
  for (const entry of entries.slice(3)) {
    thread.append([entry]);
    if (entry.kind.length % 2 === 0) expect(thread.view).toEqual(foldThread(thread.entries));
  }
  const { view } = thread;
  expect(view).toEqual(foldThread(thread.entries));
  expect(thread.view).toBe(view);
  await thread.close();
});
