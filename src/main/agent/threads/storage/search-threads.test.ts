import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { searchThreads } from './search-threads.ts';
import { addToDigest, emptyDigest } from './thread-digest.ts';
import type { IndexedThread } from './thread-index.ts';

let folder: string;
let threads: IndexedThread[];
const never = new AbortController().signal;
const pathOf = (id: string) => join(folder, `${id}.jsonl`);
const search = (query: string, signal = never) => searchThreads(threads, query, pathOf, signal);
const ids = async (query: string) => (await search(query)).map(({ threadId }) => threadId);

const prompt = (text: string): ThreadEntry => ({ kind: 'prompt', id: 'p', at: 1, text });
const pieces = (...texts: string[]): ThreadEntry[] =>
  texts.map((text) => ({ kind: 'answer-text', answerId: 'a', text }));

function put(id: string, ...entries: ThreadEntry[]): void {
  const lines = [{ v: 1, id, workspace: '/project' }, ...entries];
  writeFileSync(pathOf(id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  threads.push({ id, workspace: '/project', digest: addToDigest(emptyDigest, entries) });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  threads = [];
});

describe('searchThreads', () => {
  test('finds all words, whatever their case, in prompts, answers and titles, not in thoughts', async () => {
    put('prompt', prompt('Write a Parser for INI files'));
    put('answer', prompt('hi'), ...pieces('A recursive ', 'par', 'ser', ' reads ini'));
    put('title', prompt('hi'), { kind: 'title', at: 2, text: 'Ini parser', by: 'model' });
    put('both', prompt('about ini'), { kind: 'title', at: 2, text: 'My parser', by: 'person' });
    put('half', prompt('about ini'));
    put('thought', prompt('hi'), { kind: 'answer-thinking', answerId: 'a', text: 'ini parser' });
    put('reply', { kind: 'command-reply', id: 'r', at: 1, command: '/x', extensionName: 'X', text: 'parser, ini' });
    put(
      'ran',
      { kind: 'shell-run', id: 's', at: 1, command: 'grep ini', isTold: true },
      { kind: 'shell-ended', id: 's', at: 1, end: { type: 'done', exitCode: 0, output: 'parser.ts' } },
    );
    expect(await ids('parser ini')).toEqual(['prompt', 'answer', 'title', 'both', 'reply', 'ran']);
    expect(await ids('  PARSER   InI ')).toEqual(['prompt', 'answer', 'title', 'both', 'reply', 'ran']);
    expect(await ids('')).toEqual([]);
    expect(await ids('parser nowhere')).toEqual([]);
  });

  test('finds notes and labels, those that are there in the end', async () => {
    const note = (text: string): ThreadEntry => ({ kind: 'note', at: 3, on: 'p', text });
    const labels = (...those: string[]): ThreadEntry => ({ kind: 'labels', at: 3, on: 'p', labels: those });
    put('note', prompt('hi'), note('ask the maintainers'), ...pieces('yes'));
    put('label', prompt('hi'), labels('maintainers', 'later'));
    put('gone', prompt('hi'), note('maintainers'), note(''), labels('maintainers'), labels());
    put('both', prompt('ask'), labels('maintainers'));
    expect(await search('maintainers')).toMatchObject([
      { threadId: 'note', excerpt: 'ask the maintainers' },
      { threadId: 'label', excerpt: 'later, maintainers' },
      { threadId: 'both', excerpt: 'maintainers' },
    ]);
    expect(await ids('ask maintainers')).toEqual(['note', 'both']);
  });

  test('shows the text with the most of the words, and says which message has it', async () => {
    put('far', prompt('hi'), prompt('Is a whale a fish?'), ...pieces('No. ', 'But a small fish in a pond is.'));
    put('title', { kind: 'title', at: 1, text: 'Ponds', by: 'person' }, prompt('hi'), ...pieces('yes'));
    expect(await search('a small fish')).toEqual([
      expect.objectContaining({ threadId: 'far', entryId: 'a', excerpt: 'No. But a small fish in a pond is.' }),
    ]);
    expect(await search('a whale')).toMatchObject([{ threadId: 'far', entryId: 'p' }]);
    expect(await search('ponds')).toEqual([expect.not.objectContaining({ entryId: expect.anything() })]);
  });

  test('does not find a word across two messages', async () => {
    put('one', prompt('foo'), ...pieces('bar'), { kind: 'answer-step', answerId: 'a' }, ...pieces('baz'));
    expect(await ids('foobar')).toEqual([]);
    expect(await ids('barbaz')).toEqual([]);
    expect(await ids('foo bar baz')).toEqual(['one']);
  });

  test('finds a word in a long answer, wherever its pieces end', async () => {
    for (const before of [65_000, 65_530, 65_533, 65_536, 131_060]) {
      const id = String(before);
      put(id, prompt('hi'), ...pieces('x'.repeat(before), 'need', 'le', 'y'.repeat(100_000)));
    }
    expect(await ids('NEEDLE')).toEqual(threads.map(({ id }) => id));
  });

  test('shows where, as one line of at most 200 characters', async () => {
    put('short', prompt('Look at the\n\n\tneedle here'));
    put('long', prompt(`${'before '.repeat(100)}needle${' after'.repeat(100)}`));
    put('wide', prompt(`${'😀'.repeat(200)}needle${'😀'.repeat(200)}`));
    const [short, long, wide] = await search('needle');
    expect(short?.excerpt).toBe('Look at the needle here');
    for (const hit of [long, wide]) {
      expect(hit?.excerpt).toContain('needle');
      expect(hit?.excerpt).toMatch(/^….*…$/su);
      expect(hit?.excerpt.length).toBeLessThanOrEqual(200);
      expect(hit?.excerpt.isWellFormed()).toBe(true);
    }
  });

  test('keeps its place among letters that grow in lower case', async () => {
    put('one', prompt(`${'İ'.repeat(300)} needle`));
    expect((await search('needle'))[0]?.excerpt).toContain('needle');
  });

  test('gives at most 100, and passes over files that are gone or cannot be read', async () => {
    for (let n = 0; n < 130; n += 1) put(`t${n}`, prompt('needle'), ...pieces('and thread'));
    const [gone] = threads.splice(0, 1, { id: 'gone', workspace: '/project', digest: emptyDigest });
    writeFileSync(pathOf(gone?.id ?? ''), 'not json\n');
    const hits = await search('needle thread');
    expect(hits.map(({ threadId }) => threadId)).toEqual(threads.slice(1, 101).map(({ id }) => id));
  });

  test('ends as soon as it is not wanted', async () => {
    for (let n = 0; n < 40; n += 1) put(`t${n}`, prompt('hi'), ...pieces(...Array(2000).fill('some text ')));
    const controller = new AbortController();
    const searched = search('nowhere', controller.signal);
    controller.abort(new Error('newer'));
    await expect(searched).rejects.toThrow('newer');
  });
});
