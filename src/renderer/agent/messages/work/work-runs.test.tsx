import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import type { AnswerPart, AnswerView } from '../../../../shared/contract/thread-view.ts';
import { estimateAnswer } from '../estimate-height.ts';
import { foldedHeight } from '../estimate-text.ts';
import type { MessageWindow } from '../message-window.ts';
import { WindowContext } from '../Piece.tsx';
import { describeWork, lastWork, presentWork } from './describe-work.ts';
import { WorkFold } from './WorkFold.tsx';
import { WorkGroup } from './WorkGroup.tsx';
import { groupsOf, workRuns } from './work-runs.ts';

const call = (id: string, more: Partial<AgentCall> = {}): AnswerPart => ({
  type: 'agent-call',
  call: { id, title: `Do ${id}`, state: 'completed', questions: [], ...more },
});
const text = (words: string): AnswerPart => ({ type: 'text', text: words });
const thought: AnswerPart = { type: 'thinking', text: 'Hm.' };
const plan: AnswerPart = {
  type: 'agent-plan',
  plan: { id: 'p', entries: [{ content: 'All', priority: 'low', state: 'pending' }] },
};
const terminal = (id: string, command?: string): AnswerPart => ({
  type: 'agent-terminal',
  terminal: { id, ...(command !== undefined && { command }) },
});
const edit = (id: string, path: string, state: AgentCall['state'] = 'completed'): AnswerPart =>
  call(id, {
    state,
    content: [{ type: 'diff', change: { kind: 'edit', path, patch: '', isCut: false, added: 2, removed: 1 } }],
  });

/** "2" for a line of two, "(1)" for one that stands alone, with the rest by its kind. */
function shape(parts: readonly AnswerPart[]): string {
  const runs = workRuns(parts);
  const inRun = (at: number) => runs.some(({ from, to }) => at >= from && at < to);
  const shown = parts.flatMap((part, at) => {
    const run = runs.find(({ from }) => from === at);
    if (run) return run.isFolded ? [String(run.to - run.from)] : [`(${run.to - run.from})`];
    return inRun(at) ? [] : [part.type.replace('agent-', '')];
  });
  return shown.join(' ');
}

test('thoughts and calls are one line between what is said, planned and noted; one alone stays a line of its own', () => {
  expect(shape([thought, call('a'), text('Words.'), call('b'), call('c'), thought])).toBe('2 text 3');
  expect(shape([call('a'), plan, call('b')])).toBe('(1) plan (1)');
  expect(shape([text('Words.'), thought, text('More.')])).toBe('text (1) text');
  // A blank between two calls says nothing, and a terminal is where its call is.
  const runs = call('a', { content: [{ type: 'terminal', terminalId: 't' }] });
  expect(shape([runs, terminal('t', 'ls'), text('\n'), call('b')])).toBe('4');
  expect(shape([runs, terminal('t', 'ls')])).toBe('(2)');
  expect(shape([call('a'), terminal('u', 'ls')])).toBe('2');
});

test('what asks stays in view, and what failed until the agent goes on', () => {
  const asks = call('b', { state: 'pending', questions: [{ id: 'q', options: [] }] });
  expect(shape([call('a'), thought, asks, call('c'), call('d')])).toBe('2 call 2');
  const failed = call('c', { state: 'failed' });
  expect(shape([call('a'), call('b'), failed, text('It failed.')])).toBe('2 call text');
  expect(shape([call('a'), call('b'), failed, text('It failed.'), call('d')])).toBe('3 text (1)');
});

test('the tools of a model are lines of their own', () => {
  const toolUse = { id: 't', name: 'find', input: '{}', isInputComplete: true };
  expect(shape([thought, { type: 'tool-use', toolUse }, { type: 'step' }, thought, text('Words.')])).toBe(
    '(1) tool-use step (1) text',
  );
});

test('a line counts what was thought, called and changed, and says what goes on', () => {
  const parts = [thought, edit('a', 'a.ts'), edit('b', 'a.ts'), edit('c', 'b.ts', 'failed'), thought, call('d')];
  expect(describeWork(parts, new Set())).toEqual({
    what: '2 thoughts, 4 calls, 1 file changed',
    added: 4,
    removed: 2,
    failed: 1,
  });
  expect(describeWork([terminal('t'), terminal('u')], new Set(['t'])).what).toBe('1 call');
  const allowed = { id: 'q', options: [], answer: 'o', allowedIn: 'thread' as const };
  expect(describeWork([call('a'), call('b', { questions: [allowed] })], new Set()).what).toBe(
    '2 calls, 1 allowed before',
  );
  expect(presentWork(parts)).toBe('');
  expect(presentWork([...parts, call('e', { state: 'in_progress' }), call('f')])).toBe('Do e');
  expect(presentWork([...parts, thought])).toBe('Thinking');
  expect(presentWork([terminal('t', 'npm test')])).toBe('npm test');
  const runs = call('r', { state: 'in_progress', content: [{ type: 'terminal', terminalId: 't' }] });
  expect([presentWork, lastWork].map((of) => of([runs, terminal('t', 'npm test')]))).toEqual(['Do r', 'Do r']);
  expect(lastWork([...parts, plan])).toBe('Do d');
  expect(lastWork([...parts, text('Words.')])).toBe('');
});

test('opened work draws its first group, and of the others their places and what goes on', () => {
  const parts = Array.from({ length: 250 }, (_, index) => call(String(index)));
  const [run] = workRuns(parts);
  expect(run && groupsOf(run)).toEqual([
    { from: 0, to: 100 },
    { from: 100, to: 200 },
    { from: 200, to: 250 },
  ]);
  const window = { add: () => () => {} } as unknown as MessageWindow;
  const drawn = (of: readonly AnswerPart[], isFirst: boolean) =>
    renderToStaticMarkup(
      <WindowContext value={window}>
        <WorkGroup id="g" parts={of} isFirst={isFirst} isGrowing={false} draw={() => 'within'} />
      </WindowContext>,
    );
  expect(drawn(parts.slice(0, 100), true)).toContain('within');
  expect(drawn(parts.slice(100, 200), false)).not.toContain('within');
  expect(drawn(parts.slice(100, 200), false)).toContain(`height:${100 * foldedHeight}px`);
  expect(drawn([call('a'), call('b', { state: 'in_progress' })], false)).toContain('within');
});

test('a line draws nothing of what it folds, and takes the height of a line', () => {
  const parts = [thought, call('y'), call('z', { title: 'Run `npm test`', state: 'in_progress' })];
  const [run] = workRuns(parts);
  const drawn = (isGrowing: boolean) =>
    run && renderToStaticMarkup(<WorkFold run={run} parts={parts} isGrowing={isGrowing} draw={() => 'within'} />);
  expect(drawn(true)).toContain('Run <code>npm test</code>');
  expect(drawn(true)).toContain('1 thought, 2 calls');
  expect(drawn(false)).not.toContain('npm test');
  expect(drawn(true)).not.toContain('within');

  const answer = (of: readonly AnswerPart[]): AnswerView => ({
    ...{ id: 'a', promptId: 'p', model: 'agent:b', modelName: 'Bird', startedAt: 1, parts: of },
  });
  const many = Array.from({ length: 500 }, (_, index) => call(String(index)));
  expect(estimateAnswer(answer(many)) - estimateAnswer(answer([]))).toBe(foldedHeight);
});
