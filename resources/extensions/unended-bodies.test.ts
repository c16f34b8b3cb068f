import { describe, expect, it } from 'vitest';
import { readers, readWhole } from './cut-answers.ts';

/** Unstreamed answers in JSON without a reported end, the counterpart of streams that end early. */

const input = '{"q":1}';

const message = (...content: object[]) => ({ type: 'message', id: 'm', role: 'assistant', content, stop_reason: null });
const choice = (said: object) => ({ choices: [{ index: 0, message: said, finish_reason: null }] });
const items = (...output: object[]) => ({ object: 'response', output });
const spoken = (more: object = {}) => ({
  type: 'message',
  id: 'm',
  content: [{ type: 'output_text', text: 'Hi' }],
  ...more,
});

const formats = [
  {
    name: 'Anthropic Messages',
    read: readers.anthropic,
    text: message({ type: 'text', text: 'Hi' }),
    call: message({ type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } }),
    thought: message({ type: 'thinking', thinking: 'Hm', signature: 'c2ln' }),
    nothing: message(),
    nameless: message({ type: 'text', text: 'Hi' }, { type: 'tool_use', id: 'a', name: '', input: { q: 1 } }),
  },
  {
    name: 'Chat Completions',
    read: readers.compatible,
    text: choice({ content: 'Hi' }),
    call: choice({ tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: input } }] }),
    thought: choice({ reasoning_content: 'Hm' }),
    nothing: { choices: [] },
    nameless: choice({ content: 'Hi', tool_calls: [{ id: 'a', function: { name: '', arguments: input } }] }),
  },
  {
    name: 'Responses',
    read: readers.responses,
    text: items(spoken()),
    call: items({ type: 'function_call', id: 'f', call_id: 'a', name: 'find', arguments: input }),
    thought: items({ type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'Hm' }] }),
    nothing: items(),
    nameless: items(spoken(), { type: 'function_call', id: 'f', call_id: 'a', name: '', arguments: input }),
  },
];

async function read(format: (typeof formats)[number], body: object, isUsual: boolean) {
  const { events, thrown } = await readWhole(format.read, JSON.stringify(body), 'application/json', isUsual);
  const calls = events.flatMap((event) => (event.type.startsWith('tool-use') ? [event] : []));
  const isFinished = events.some(({ type }) => type === 'stop');
  return { how: thrown?.code ?? (isFinished ? 'finished' : 'nothing'), calls };
}

describe.each(formats)('an answer in one piece of $name that says nothing of its end', (format) => {
  it('is broken off at the vendor’s own origin', async () => {
    for (const body of [format.text, format.call, format.thought, format.nothing]) {
      expect(await read(format, body, true), JSON.stringify(body)).toMatchObject({ how: 'network' });
    }
  });

  it('is one elsewhere where it is more than thoughts', async () => {
    for (const body of [format.text, format.call]) {
      expect(await read(format, body, false), JSON.stringify(body)).toMatchObject({ how: 'finished' });
    }
    for (const body of [format.thought, format.nothing]) {
      expect(await read(format, body, false), JSON.stringify(body)).toMatchObject({ how: 'network' });
    }
  });

  it('calls nothing that has no name', async () => {
    expect(await read(format, format.nameless, false)).toEqual({ how: 'finished', calls: [] });
  });
});

describe('Responses', () => {
  const [, , format] = formats;
  if (!format) throw new Error('there is no such format');

  it('are not over while their status says so, wherever they come from', async () => {
    for (const status of ['in_progress', 'queued'])
      for (const isUsual of [true, false]) {
        expect(await read(format, { ...items(spoken()), status }, isUsual)).toMatchObject({ how: 'network' });
      }
  });

  it('are not whole with an item that says of itself that it broke off', async () => {
    const half = items(spoken({ status: 'incomplete' }));
    expect(await read(format, half, false)).toMatchObject({ how: 'network' });
  });
});
