import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { ShownChange } from '../../../../shared/contract/tool.ts';
import { AnswerImagesContext } from '../../markdown/answer-images.ts';
import { type AgentAnswer, AgentAnswerContext } from './answer-context.ts';
import { CallBody } from './CallBody.tsx';
import { CallLine } from './CallLine.tsx';
import { standingOf } from './format-agent-call.ts';
import { formatExit } from './TerminalView.tsx';

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '"')
    .trim();

const call = (more: Partial<AgentCall>): AgentCall => ({ id: 'c', questions: [], ...more });
const answer = (more: Partial<AgentAnswer> = {}): AgentAnswer => ({
  id: 'a',
  agentName: 'Bird',
  isOver: false,
  terminals: new Map(),
  ofCalls: new Set(),
  ...more,
});
const change: ShownChange = {
  kind: 'edit',
  path: 'src/a.ts',
  patch: '@@ -1,1 +1,2 @@\n-old\n+new\n+more\n',
  isCut: false,
  added: 2,
  removed: 1,
};

const line = (one: AgentCall, isOver = false) =>
  renderToStaticMarkup(<CallLine call={one} standing={standingOf(one, isOver)} />);
const body = (one: AgentCall, around: AgentAnswer = answer(), isAsked = false) =>
  renderToStaticMarkup(
    <AgentAnswerContext value={around}>
      <CallBody call={one} isAsked={isAsked} />
    </AgentAnswerContext>,
  );

test('a line has the title of the agent with its code, counts of lines and how the call stands', () => {
  const edit = call({ title: 'Edit `src/a.ts` now', kind: 'edit', state: 'completed' });
  expect(textOf(line({ ...edit, content: [{ type: 'diff', change }] }))).toBe(
    'Edit src/a.ts now +2 2 lines added −1 1 line removed Done',
  );
  expect(line(edit)).toContain('<code>src/a.ts</code>');
  expect(textOf(line(call({ kind: 'fetch' })))).toBe('Fetch Running');
  expect(textOf(line(call({})))).toBe('Tool call Running');
  expect(textOf(line(call({ title: 'a\u202eb', state: 'failed' })))).toBe('a⟨U+202E⟩b Failed');
  expect(textOf(line(call({ title: 'x', state: 'paused' })))).toBe('x Paused');
});

test('a call of which no end was told is not running once the answer is over', () => {
  expect(textOf(line(call({ title: 'x', state: 'in_progress' }), true))).toBe('x The agent did not say how it ended');
  expect(textOf(line(call({ title: 'x', state: 'completed' }), true))).toBe('x Done');
  const question = { id: 'q', options: [] };
  expect(standingOf(call({ questions: [question] }), false)).toBe('asks');
  expect(standingOf(call({ questions: [{ ...question, answer: null }] }), true)).toBe('cancelled');
  expect(standingOf(call({ questions: [{ ...question, answer: 'o' }] }), true)).toBe('unknown');
  expect(standingOf(call({ questions: [{ ...question, answer: 'o' }] }), false)).toBe('runs');
});

test('the body has text, diffs, the terminal, files and what was answered, in words', () => {
  const terminal = { id: 't', command: 'npm test', output: 'all well', exit: { code: 0 } };
  const options = [{ id: 'o', name: 'Only this time', kind: 'allow_once' as const }];
  const shown = textOf(
    body(
      call({
        content: [
          { type: 'text', text: 'Some **words**.' },
          { type: 'diff', change },
          { type: 'terminal', terminalId: 't' },
        ],
        locations: [{ path: '/p/b.ts', line: 7 }],
        input: '{"far":true}',
        questions: [{ id: 'q', options, answer: 'o' }],
      }),
      answer({ terminals: new Map([['t', terminal]]) }),
    ),
  );
  for (const part of ['Some words .', 'src/a.ts', 'more', 'npm test', 'all well', 'Done.', '/p/b.ts', ':7']) {
    expect(shown).toContain(part);
  }
  expect(shown).toContain('You chose “Only this time”.');
  expect(shown).not.toContain('far');
  expect(textOf(body(call({ questions: [{ id: 'q', options, answer: null }] })))).toContain('Not answered');
});

test('who is asked sees the input where nothing else says what a call does', () => {
  expect(textOf(body(call({ input: '{"far":true}' }), answer(), true))).toContain('"far": true');
  const told = call({ input: '{"far":true}', content: [{ type: 'diff', change }] });
  expect(textOf(body(told, answer(), true))).not.toContain('far');
});

test('a terminal says how it ended, and does not run on in an answer that is over', () => {
  expect(formatExit({ code: 3 }, false)).toBe('Ended with exit code 3.');
  expect(formatExit({ code: null, signal: 'SIGKILL' }, false)).toBe('Ended by SIGKILL.');
  expect(formatExit({ code: null }, false)).toBe('Ended.');
  const running = call({ content: [{ type: 'terminal', terminalId: 't' }] });
  const terminals = new Map([['t', { id: 't', command: 'sleep 9' }]]);
  expect(textOf(body(running, answer({ terminals })))).toBe('sleep 9 Running');
  expect(textOf(body(running, answer({ terminals, isOver: true })))).toContain('still running when the answer ended');
  expect(textOf(body(running, answer({ isOver: true })))).toBe('Of its terminal nothing was told.');
});

test('an image of a call is drawn in its place, and named where it is not there or not kept', () => {
  const image = { id: 'i', mediaType: 'image/png', width: 800, height: 640, bytes: 9, data: 'AAAA' } as const;
  const { data: _, ...named } = { ...image, id: 'n' };
  const byId = new Map([image, named].map((one) => [one.id, one]));
  const shown = (imageId: string, name = '') =>
    renderToStaticMarkup(
      <AnswerImagesContext value={{ by: 'Bird', byId }}>
        <CallBody call={call({ content: [{ type: 'image', imageId, name, facts: 'PNG, 800 × 640, 9 KB' }] })} />
      </AnswerImagesContext>,
    );
  // As high as is usual, and known before it is decoded.
  expect(shown('i')).toMatch(
    /<img[^>]* src="data:image\/png;base64,AAAA" width="400" height="320" alt="Image from Bird"/,
  );
  expect(shown('i', 'a\u202e.png')).toContain('alt="a⟨U+202E⟩.png"');
  expect(textOf(shown('n'))).toBe('Image: PNG, 800 × 640, 9 KB. It is not kept, as this answer has many.');
  expect(textOf(shown('elsewhere', 'x'))).toBe('Image: x, PNG, 800 × 640, 9 KB');
});
