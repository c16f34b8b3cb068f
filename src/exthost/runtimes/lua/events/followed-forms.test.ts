import { describe, expect, test, vi } from 'vitest';
import type { FollowedEvents } from '../../../../shared/contract/extension-api/extension-events.ts';
import { handling } from '../../../test-support/handle-events.ts';

describe('what has happened', () => {
  const call = { id: 'c', name: 'count', input: '{"n":1}', output: '2', details: '{"d":1}', isError: false };
  const message = { id: 'm', role: 'assistant', text: 'hello', thinking: 'hm', model: 'x:y/z' } as const;

  test.each<[keyof FollowedEvents, FollowedEvents[keyof FollowedEvents], string, string[]]>([
    ['session_start', { reason: 'resume' }, 'event.reason', ['resume']],
    ['model_select', { model: 'a:b/c', previous: null }, 'event.model, event.previous_model', ['a:b/c\tnil']],
    ['agent_start', { promptId: 'p', answerId: 'a', model: 'm' }, 'event.prompt_id, event.entry_id', ['p\ta']],
    ['agent_end', { answerId: 'a', answer: null }, '#event.messages', ['0']],
    [
      'agent_end',
      {
        answerId: 'a',
        answer: { id: 'a', at: 1, text: 'hi', type: 'answer', model: 'm', calls: [call], end: 'stopped' },
      },
      'event.messages[1].role, event.messages[1].tool_calls[1].output, event.messages[1].stop_reason',
      ['assistant\t2\tstopped'],
    ],
    [
      'turn_end',
      { answerId: 'a', turn: 1, message, calls: [call] },
      'event.turnIndex, event.message.content[2].text, event.tool_results[1].toolName, event.toolResults[1].content[1].text',
      ['1\thello\tcount\t2'],
    ],
    [
      'message_start',
      { message },
      'event.message.role, event.message.entry_id, event.message.model',
      ['assistant\tm\tx:y/z'],
    ],
    [
      'message_update',
      { message, delta: { text: 'lo', thinking: 'm' } },
      'event.assistantMessageEvent.type, event.assistant_message_event.delta',
      ['thinking_delta\tm', 'text_delta\tlo'],
    ],
    ['message_end', { message }, 'event.type, event.message.content[1].thinking', ['message_end\thm']],
    ['tool_execution_start', { answerId: 'a', call }, 'event.toolName, event.args.n', ['count\t1']],
    ['tool_execution_update', { answerId: 'a', call }, 'event.partialResult.content[1].text', ['2']],
    [
      'tool_execution_end',
      { answerId: 'a', call: { ...call, input: '{"cut', isError: true } },
      'event.tool_call_id, event.args, event.result.details.d, event.isError',
      ['c\t{"cut\t1\ttrue'],
    ],
  ])('is told: %s, %j', async (name, event, values, lines) => {
    const { tell, logged } = await handling({ [name]: `print(${values}) return "nothing"` });
    await tell(name, event);
    await vi.waitFor(() => expect(logged()).toEqual(lines));
  });

  test('has another name as a message', async () => {
    const { tell, logged } = await handling({ message: 'print(event.message.role)' });
    await tell('message_end', { message });
    await vi.waitFor(() => expect(logged()).toEqual(['assistant']));
  });
});
