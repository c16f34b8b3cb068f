import { describe, expect, test, vi } from 'vitest';
import { registeredSchema } from '../../../../shared/contract/extensions/manifest.ts';
import { eventNames } from '../../../../shared/contract/extensions/thread-events.ts';
import { handling, toolCall } from '../../../test-support/handle-events.ts';
import { loadScript } from '../../../test-support/load-script.ts';

const signal = new AbortController().signal;

describe('zi.on', () => {
  test('declares the events, each once, and none that the app does not send', async () => {
    const { registered } = await handling({ tool_call: '', message: '', session_shutdown: '' });
    expect(registered?.events).toEqual({ tool_call: {}, message_end: {} });
    expect(registeredSchema.safeParse(registered).success).toBe(true);
  });

  test('has every event of the app, and names them to who asks for another', async () => {
    const all = Object.fromEntries(eventNames.map((name) => [name, '']));
    expect(Object.keys((await handling(all)).registered?.events ?? {}).sort()).toEqual([...eventNames].sort());
    const names = [...eventNames, 'session_shutdown'].sort().join(', ');
    await expect(handling({ tool_cal: '' })).rejects.toThrow(`zi.on: there is no event tool_cal. There are ${names}`);
  });

  test('gives a handler its thread, and the order in which they were registered', async () => {
    const body = 'print(event.type, event.turn_index, ctx.session.info().id)';
    const { tell, logged } = await handling(
      { turn_start: body },
      {
        'thread.info': ({ threadId }) => ({
          id: threadId,
          title: '',
          folder: null,
          startedAt: 1,
          at: 1,
          model: null,
          messages: 0,
          tokens: 0,
        }),
      },
    );
    await tell('turn_start', { answerId: 'a', turn: 0 });
    await vi.waitFor(() => expect(logged()).toEqual(['turn_start\t0\tthread']));

    const two = await loadScript(`
      zi.on("tool_call", function(event) event.input.first = true end)
      zi.on("tool_call", function(event) return { input = { seen = event.input.first } } end)`);
    expect(await two.api.events.ask({ id: 'tool_call', threadId: 't', event: toolCall }, signal)).toEqual({
      outcome: { input: { seen: true } },
      failures: [],
    });
  });

  test('is over with its call when nobody waits any more', async () => {
    const { ask } = await handling(
      { tool_call: 'ctx.ui.confirm("Sure?") return { block = true }' },
      {
        'window.confirm': () => new Promise(() => {}),
      },
    );
    const stopping = new AbortController();
    const asking = ask('tool_call', toolCall, stopping.signal);
    stopping.abort();
    await expect(asking).rejects.toThrow('the call was stopped');
  });
});
