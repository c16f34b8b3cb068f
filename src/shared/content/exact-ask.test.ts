import { expect, test } from 'vitest';
import type { AgentQuestion } from '../contract/agent-servers/agent-item.ts';
import { exactAskSchema } from '../contract/agent-servers/agent-permission.ts';
import type { AgentCall } from './agent-items.ts';
import { exactAskOf } from './exact-ask.ts';

const once = { id: '1', name: 'Allow', kind: 'allow_once' } as const;
const question = (part: Partial<AgentQuestion> = {}): AgentQuestion => ({ id: 'q', options: [once], ...part });
const call = (part: Partial<AgentCall> = {}): AgentCall => ({ id: 'c', title: 'Do it', questions: [], ...part });
const command = call({ kind: 'execute', input: '{\n  "command": "npm test"\n}' });
const path = { path: '/p/a.txt' };
const change = { kind: 'edit', path: 'a.txt', patch: '+a\n', isCut: false, added: 1, removed: 0 } as const;

test('what is asked is all that the card shows, without what says how it stands', () => {
  const ask = exactAskOf({ ...command, state: 'pending', output: 'so far' }, question({ title: 'Run it?' }));
  expect(ask).toEqual({
    title: 'Do it',
    kind: 'execute',
    input: command.input,
    asked: 'Run it?',
    option: 'Allow',
  });
  expect(exactAskSchema.parse(ask)).toEqual(ask);
});

test.each<[why: string, call: AgentCall, question: AgentQuestion]>([
  ['an input', command, question()],
  ['a command', call(), question({ command: 'npm test' })],
  ['a diff', call({ content: [{ type: 'diff', change }] }), question()],
  ['the path of a file to read', call({ kind: 'read', locations: [path] }), question()],
])('%s is exact', (_, asked, its) => expect(exactAskOf(asked, its)).not.toBeNull());

test.each<[why: string, call: AgentCall, question: AgentQuestion]>([
  ['a title alone', call(), question()],
  ['words alone', call({ content: [{ type: 'text', text: 'npm test' }] }), question({ text: 'Really?' })],
  ['an empty input', call({ input: '{}' }), question()],
  ['the path of a file to change, without the change', call({ kind: 'edit', locations: [path] }), question()],
  ['a call of which something is left out', { ...command, isPartly: true }, question()],
  ['a question of which something is left out', command, question({ isPartly: true })],
  ['a terminal', { ...command, content: [{ type: 'terminal', terminalId: 't' }] }, question()],
  ['more than anybody reads', call({ input: 'x'.repeat(8_000) }), question()],
  ['two answers that allow it once', command, question({ options: [once, { ...once, id: '2' }] })],
  ['no answer that allows it once', command, question({ options: [{ ...once, kind: 'allow_always' }] })],
])('%s is not', (_, asked, its) => expect(exactAskOf(asked, its)).toBeNull());
