import { expect, test, vi } from 'vitest';
import type { EndedTask, MainStreams } from '../../../../shared/contract/extensions/main-streams.ts';
import { entryEvents } from '../../../../shared/contract/extensions/thread-events.ts';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

type Spawn = MainStreams['thread.spawn'];
const ended: EndedTask = {
  ...{ threadId: 'child', status: 'completed', text: 'done\ud800', model: 'x:y/z', stopReason: 'end-turn' },
  usage: { inputTokens: 7, outputTokens: 3 },
};
const message = { id: 'a', role: 'assistant', text: 'Hello', thinking: '' } as const;
const told = { id: 'message_end', threadId: 'child', event: { message } } as const;

/** Main, which answers a task with these items. */
function mainWith(...items: Spawn['item'][]) {
  const asked: Spawn['params'][] = [];
  const streams = {
    async *'thread.spawn'(params: unknown) {
      asked.push(params as Spawn['params']);
      yield* items;
    },
  };
  return { asked, streams };
}

test('zi.spawn waits for the end of a task, and its callbacks get the events', async () => {
  const { asked, streams } = mainWith({ told }, { ended });
  const body = `
    local said = {}
    local its = zi.spawn {
      task = "Look around", agent = "scout", model = "fast", tools = "read, grep", append_system_prompt = "Be kind.", cwd = "src",
      on = { message_end = function(event, ctx) ctx.sleep(1) said[1] = event.type .. event.message.content[1].text end },
    }
    return table.concat({
      its.status, its.exit_code, its.stop_reason, its.output, its.content[1].text, its.model, its.session_id,
      its.usage.input, its.usage.output, tostring(its.cancelled), tostring(its.is_error), said[1],
    }, " ")`;
  expect(await runLua(body, { streams })).toBe(
    'completed 0 end-turn done\ufffd done\ufffd x:y/z child 7 3 false false message_endHello',
  );
  const instructions =
    'Be kind.\n\nYour work is in the folder src. Paths that you give to tools are relative to the open folder.';
  expect(asked).toEqual([
    {
      task: { task: 'Look around', agent: 'scout', model: 'fast', tools: ['read', 'grep'], instructions },
      callId: '1',
      events: ['message_end'],
    },
  ]);
});

test('a command’s task is a part of its thread, and a failure is how it ends', async () => {
  const { asked, streams } = mainWith({ ended: { ...ended, status: 'failed', problem: 'No credit.' } });
  const source = `zi.register_command("c", { handler = function(_, ctx)
    local its = ctx.spawn { task = "Look", cwd = "." }
    return its.status .. its.error .. its.exit_code .. tostring(its.is_error)
  end })`;
  const { command } = await loadScript(source, { streams });
  expect(await command('c')).toEqual({ reply: 'errorNo credit.1true' });
  expect(asked).toEqual([{ task: { task: 'Look' }, threadId: 'thread', events: [] }]);
});

test('a task ends with its call, and is cancelled by the person', async () => {
  let left = false;
  const streams = {
    async *'thread.spawn'(_params: unknown, { signal }: { signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      left = true;
      yield* [];
    },
  };
  const { tool } = await loadScript(toolOf('return zi.spawn("Look").status'), { streams });
  const stopping = new AbortController();
  const running = tool('t', {}, stopping.signal);
  setImmediate(() => stopping.abort());
  await expect(running).rejects.toThrow('the call was stopped');
  await vi.waitFor(() => expect(left).toBe(true));
  const { streams: stopped } = mainWith({ ended: { ...ended, status: 'stopped' } });
  expect(await runLua('local its = zi.spawn("Look") return its.status .. its.exit_code', { streams: stopped })).toBe(
    'cancelled130',
  );
});

test('no task begins while the script ends', async () => {
  const { loaded, logged } = await loadScript('zi.on_shutdown(function() zi.spawn("x") end)');
  await loaded.deactivate();
  const reason = 'hello.lua:1: zi.spawn is not possible in session_shutdown: what a script started ends with it';
  await vi.waitFor(() => expect(logged()).toEqual([expect.stringContaining(reason)]));
});

test('a callback that fails is in the log, and the task goes on', async () => {
  const { streams } = mainWith({ told }, { told }, { ended });
  const body = 'return zi.spawn { task = "x", on = { message_end = function() error("no idea") end } }.status';
  const { tool, logged } = await loadScript(toolOf(body), { streams });
  expect(await tool('t')).toBe('completed');
  await vi.waitFor(() => expect(logged()).toHaveLength(2));
  expect(logged()[0]).toContain('extensions/hello.lua:1: no idea');
});

test.each([
  ['zi.spawn()', 'zi.spawn needs a table, and got a nil'],
  ['zi.spawn { }', 'zi.spawn needs a task: what the model is to do'],
  ['zi.spawn { task = 5 }', 'zi.spawn: task must be a text, not a number'],
  ['zi.spawn { task = "x", tols = "a" }', 'zi.spawn: there is no tols; did you mean tools?'],
  ['zi.spawn { task = "x", tools = 5 }', 'zi.spawn: tools must be a text or a list, not a number'],
  ['zi.spawn { task = "x", tools = { 5 } }', 'zi.spawn: tools[1] must be a text, not a number'],
  [
    'zi.spawn { task = "x", on = { tool_call = print } }',
    `zi.spawn: there is no event tool_call of a task. There are ${[...entryEvents].sort().join(', ')}`,
  ],
  ['zi.spawn { task = "x", on = { message_end = 5 } }', 'zi.spawn: on.message_end must be a function, not a number'],
])('says what is wrong with %s', async (call, reason) => {
  await expect(runLua(call)).rejects.toThrow(`extensions/hello.lua:1: ${reason}`);
});

test('what main refuses is an error that a script can catch, with its line', async () => {
  const streams = {
    // biome-ignore lint/correctness/useYield: it fails before
    async *'thread.spawn'() {
      throw Object.assign(new Error('You have not let hello begin threads of its own.'), { code: 'access-denied' });
    },
  };
  expect(await runLua('return select(2, pcall(zi.spawn, "x"))', { streams })).toBe(
    'extensions/hello.lua:1: You have not let hello begin threads of its own.',
  );
});
