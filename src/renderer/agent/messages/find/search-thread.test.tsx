import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { decodeEntities } from '../../markdown/decode-entities.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import type { MessageWindow } from '../message-window.ts';
import { Piece, PieceScope, WindowContext } from '../Piece.tsx';
import { findScopes } from './find-scopes.ts';
import { searchThread } from './search-thread.ts';

const answer = (id: string, promptId: string, ...more: readonly ThreadEntry[]): ThreadEntry[] => [
  { kind: 'answer-started', id, at: 2, promptId, model: 'a:b/c', modelName: 'C' },
  ...more,
  { kind: 'answer-ended', answerId: id, at: 3, end: { type: 'stop', reason: 'end-turn' } },
];
const said = (answerId: string, text: string): ThreadEntry => ({ kind: 'answer-text', answerId, text });

const markdown = `# A **bold** title

Some *words* with \`code\`, a [link to it](https://example.com/hidden) and ~~none~~ &amp; an \\* escape.
A second line<br>with ![a picture](https://example.com/p.png).

- one
- two **words**
  - nested

| head | other |
|---|---|
| cell | **words** |

> quoted words

\`\`\`ts
const words = 1; // **not bold**
\`\`\`
`;

const search = async (entries: readonly ThreadEntry[], query: string) => {
  const matches = (await searchThread(foldThread(entries), query, new WeakMap(), () => true)) ?? [];
  return matches.map(({ scope, index }) => `${scope.id} ${index}`);
};

test('what is searched is what is shown: no marks and no addresses, and every word of it', () => {
  const [scope] = [
    ...findScopes(foldThread([{ kind: 'prompt', id: 'p', at: 1, text: '' }, ...answer('a', 'p', said('a', markdown))])),
  ].filter(({ id }) => id.startsWith('a/'));
  const shown = renderToStaticMarkup(<Markdown text={markdown} isStreaming={false} />)
    .replace(/<figcaption.*?<\/figcaption>/g, '')
    .replace(/<br\/?>/g, ' ')
    .replace(/<\/?(?:p|li|td|th|h\d|pre|div|blockquote)\b[^>]*>/g, '\0')
    .replace(/<[^>]+>/g, '');
  const words = (text: string) =>
    decodeEntities(text)
      .split(/[\0\s]+/)
      .filter(Boolean)
      .join(' ');
  expect(words(scope?.text() ?? '')).toBe(words(shown));
});

test('a match names the piece that the panel draws it in', () => {
  const long = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of many words.`).join('\n\n');
  const entries = [{ kind: 'prompt', id: 'p', at: 1, text: 'q' } as const, ...answer('a', 'p', said('a', long))];
  const window = { add: () => () => {} } as unknown as MessageWindow;
  const drawn = renderToStaticMarkup(
    <WindowContext value={window}>
      <PieceScope value="a/0">
        <Markdown text={long} isStreaming={false} />
      </PieceScope>
    </WindowContext>,
  );
  const pieces = [...drawn.matchAll(/data-piece="([^"]*)"/g)].map(([, id]) => id);
  const scopes = [...findScopes(foldThread(entries))].map(({ id }) => id).filter((id) => id.startsWith('a/'));
  expect(scopes.length).toBeGreaterThan(3);
  expect(scopes).toEqual(pieces);
});

test('a piece far from the view has its place and draws nothing', () => {
  const window = { add: () => () => {} } as unknown as MessageWindow;
  const drawn = renderToStaticMarkup(
    <WindowContext value={window}>
      <Piece id="x" estimate={() => 123} source={() => ''}>
        inside
      </Piece>
    </WindowContext>,
  );
  expect(drawn).toContain('height:123px');
  expect(drawn).not.toContain('inside');
});

test('prompts, answers, thoughts, tools, notes, labels, earlier answers and summaries are found in their order', async () => {
  const entries: ThreadEntry[] = [
    { kind: 'prompt', id: 'p', at: 1, text: 'needle in a prompt, Needle' },
    ...answer('a0', 'p', said('a0', 'needle of an earlier answer')),
    ...answer(
      'a1',
      'p',
      { kind: 'answer-thinking', answerId: 'a1', text: 'a needle was thought of' },
      {
        kind: 'answer-tool-use',
        answerId: 'a1',
        toolUse: { id: 't', name: 'find', input: '{"query":"needle"}', isInputComplete: true },
      },
      said('a1', 'the **nee**dle'),
    ),
    { kind: 'note', at: 4, on: 'a1', text: 'my needle' },
    { kind: 'labels', at: 4, on: 'p', labels: ['needles'] },
    { kind: 'compaction', id: 'c', at: 5, promptId: 'p', modelName: 'C', text: 'about a needle' },
  ];
  const found = await search(entries, 'NEEDLE');
  expect(found).toEqual([
    'p/prompt 0',
    'p/prompt 1',
    'a0/0/0 0',
    'a1/0 0',
    'a1/1 0',
    'a1/2/0 0',
    'labels p 0',
    'note a1 0',
    'c/0 0',
  ]);
  const scopes = [...findScopes(foldThread(entries))];
  expect(scopes.find(({ id }) => id === 'a0/0/0')?.folds).toEqual(['a0']);
  expect(scopes.find(({ id }) => id === 'a1/0')?.folds).toEqual(['a1/0']);
  expect(scopes.every(({ message }) => message === 'p' || message === 'c')).toBe(true);
});

test('what is folded as work is found by opening that first, and a terminal where its call is', async () => {
  const call = (id: string, more: object = {}): ThreadEntry => ({
    kind: 'answer-agent-call',
    answerId: 'a',
    call: { id, state: 'completed', ...more },
  });
  const shows = { content: [{ type: 'terminal', terminalId: 't' }] };
  const entries: ThreadEntry[] = [
    { kind: 'prompt', id: 'p', at: 1, text: '' },
    ...answer(
      'a',
      'p',
      { kind: 'answer-thinking', answerId: 'a', text: 'needle' },
      call('c', shows),
      said('a', 'Words.'),
      { kind: 'answer-agent-terminal', answerId: 'a', terminal: { id: 't', output: 'needle' } },
      call('d'),
      ...Array.from({ length: 249 }, (_, index) => call(`e${index}`)),
      call('f', { title: 'needle' }),
    ),
  ];
  const matches = (await searchThread(foldThread(entries), 'needle', new WeakMap(), () => true)) ?? [];
  expect(matches.map(({ scope }) => scope.folds)).toEqual([
    ['a/0/work', 'a/0/work/0', 'a/0'],
    ['a/0/work', 'a/0/work/0', 'a/terminal:t'],
    ['a/4/work', 'a/4/work/2', 'a/254'],
  ]);
});

test('a call of an agent is found by its title, as it is shown', async () => {
  const call = {
    ...{ id: 'c', title: 'Run `npm` needle', state: 'completed' as const },
    content: [{ type: 'text' as const, text: 'npm needle' }],
  };
  const told: ThreadEntry = { kind: 'answer-agent-call', answerId: 'a', call };
  const entries = [{ kind: 'prompt', id: 'p', at: 1, text: '' } as const, ...answer('a', 'p', told)];
  expect(await search(entries, 'npm needle')).toEqual(['a/0 0', 'a/0 1']);
});

test('no match reaches from one block into the next, and an address is not found', async () => {
  const entries = [{ kind: 'prompt', id: 'p', at: 1, text: '' } as const, ...answer('a', 'p', said('a', markdown))];
  expect(await search(entries, 'one two')).toEqual([]);
  expect(await search(entries, 'hidden')).toEqual([]);
  expect(await search(entries, 'two words')).toHaveLength(1);
});

test('a reference link is found as it is shown, wherever its definition stands', async () => {
  const text = `[needle one][r] and [needle two][r]\n\n${'Some paragraph.\n\n'.repeat(200)}[r]: https://example.com/\n`;
  const entries = [{ kind: 'prompt', id: 'p', at: 1, text: '' } as const, ...answer('a', 'p', said('a', text))];
  expect(await search(entries, 'one and needle')).toHaveLength(1);
});

test('a search that is not wanted any more gives up', async () => {
  const text = 'word '.repeat(20_000);
  const entries = Array.from(
    { length: 60 },
    (_, index): ThreadEntry => ({ kind: 'prompt', id: `p${index}`, at: 1, text }),
  );
  let asked = 0;
  const found = await searchThread(foldThread(entries), 'wórd', new WeakMap(), () => ++asked < 3);
  expect(found).toBeNull();
});

test('what a person ran is found in its command and in its output', async () => {
  const entries: ThreadEntry[] = [
    { kind: 'shell-run', id: 's', at: 1, command: 'grep words', isTold: true },
    { kind: 'shell-ended', id: 's', at: 2, end: { type: 'done', exitCode: 0, output: 'two words, and words' } },
  ];
  expect(await search(entries, 'words')).toEqual(['s/command 0', 's/output 0', 's/output 1']);
});

test('a call is found by the arguments with which it ran, which extensions may have changed', async () => {
  const call = { answerId: 'a', toolUseId: 't', at: 2 };
  const entries: ThreadEntry[] = [
    { kind: 'prompt', id: 'p', at: 1, text: '' },
    ...answer(
      'a',
      'p',
      {
        kind: 'answer-tool-use',
        answerId: 'a',
        toolUse: { id: 't', name: 'cut', input: '"mine"', isInputComplete: true },
      },
      { kind: 'tool-run', ...call, state: { type: 'running' }, changedBy: ['X'], input: '"theirs"' },
    ),
  ];
  expect(await search(entries, 'theirs')).toEqual(['a/0 0']);
  expect(await search(entries, 'mine')).toEqual([]);
});
