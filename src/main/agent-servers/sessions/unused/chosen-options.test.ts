import { expect, test } from 'vitest';
import type { AgentOption } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { FailureError } from '../../../../shared/contract/errors.ts';
import { chooseAgain } from './chosen-options.ts';

const option = (id: string, value: string | boolean, ...values: string[]): AgentOption => ({
  ...{ id, name: id.toUpperCase(), value },
  values: values.map((one) => ({ value: one, name: `the ${one}` })),
});

test('what was chosen is chosen again where it is another, and what the agent does not take is told', async () => {
  let present = [
    option('model', 'small', 'small', 'big'),
    option('mode', 'usual', 'usual'),
    option('brave', false),
    option('loud', true),
  ];
  const asked: unknown[] = [];
  const setOption = async (session: string, id: string, value: string | boolean) => {
    asked.push([session, id, value]);
    if (id === 'brave') throw new Error('Not today.');
    present = present.map((one) => (one.id === id ? { ...one, value } : one));
    // What there is to choose depends on it.
    if (id === 'model') present.push(option('effort', 'low', 'low', 'high'));
  };
  const had = [
    option('model', 'big', 'small', 'big'),
    option('effort', 'high', 'low', 'high'),
    option('mode', 'careful', 'usual', 'careful'),
    option('brave', true),
    option('loud', true),
    option('gone', 'x', 'x'),
  ];
  expect(await chooseAgain({ setOption }, 's', had, () => present)).toEqual([
    'MODE: the careful',
    'BRAVE: on',
    'GONE: the x',
  ]);
  expect(asked).toEqual([
    ['s', 'model', 'big'],
    ['s', 'effort', 'high'],
    ['s', 'brave', true],
  ]);
});

test('an agent that does not answer is not asked for the next ones, as a prompt waits for them all', async () => {
  const asked: string[] = [];
  const setOption = async (_: string, id: string) => {
    asked.push(id);
    throw new FailureError({ code: 'timeout', message: 'It has not answered for 30 s.' });
  };
  const [had, present] = [true, false].map((value) => [option('a', value), option('b', value), option('c', value)]);
  expect(await chooseAgain({ setOption }, 's', had ?? [], () => present ?? [])).toEqual(['A: on', 'B: on', 'C: on']);
  expect(asked).toEqual(['a']);
});
