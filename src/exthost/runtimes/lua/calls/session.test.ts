import { describe, expect, test, vi } from 'vitest';
import type { ThreadItem } from '../../../../shared/contract/extension-api/extension-threads.ts';
import { modelInfo } from '../../../../shared/testing/model-info.ts';
import type { MainAnswers } from '../../../test-support/connect-context.ts';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

const prompt: ThreadItem = { id: 'p', at: 1, text: 'hi', type: 'prompt', images: 0, note: 'mine', labels: ['later'] };
const answer: ThreadItem = {
  ...{ id: 'a', at: 2, text: 'hello', type: 'answer', model: 'x:y/z', end: 'end-turn', isCut: true },
  calls: [{ id: 't', name: 'count', input: '{}', output: '2', details: '{"n":2}', isError: false }],
};
const reply: ThreadItem = { id: 'r', at: 3, text: 'said', type: 'reply', command: '/x', extensionName: 'X' };
const ran: ThreadItem = { id: 's', at: 3, text: 'out', type: 'command', command: 'ls', isTold: true, exitCode: 2 };
const thread: MainAnswers = {
  'thread.shown': () => 'shown',
  'thread.info': ({ threadId }) => ({
    ...{ id: threadId, title: 'Greeting', folder: '/work', startedAt: 1, at: 2 },
    ...{ model: null, messages: 2, tokens: 9 },
  }),
  'thread.items': ({ all, limit }) => (all ? [prompt, answer, ran, reply] : [prompt, answer]).slice(-limit),
  'thread.state': () => ({ isAnswering: true, context: { tokens: 50, limit: 200, source: 'usage' } }),
  'thread.instructions': () => 'Be brief.',
};

describe('ctx.session', () => {
  test('is the thread of a call, with what was said in it', async () => {
    const body = `
      local info, list = ctx.session.info(), ctx.session.messages()
      local said = { info.id, info.name, info.cwd, tostring(info.model), ctx.session.name() }
      for _, message in ipairs(list) do said[#said + 1] = message.role .. ":" .. message.text end
      local last = list[#list]
      said[#said + 1] = last.tool_calls[1].output .. last.tool_calls[1].details.n .. tostring(last.tool_calls[1].is_error) .. last.stop_reason
      said[#said + 1] = tostring(last.is_cut) .. tostring(last.isCut)
      local entries = ctx.session.entries { limit = 1, before = "z" }
      said[#said + 1] = entries[1].type .. entries[1].extension
      local ran = ctx.session.entries { limit = 2 }[1]
      said[#said + 1] = ran.type .. ran.command .. ran.exit_code .. tostring(ran.is_told)
      said[#said + 1] = ctx.session.notes()[1].text .. ctx.session.labels()[1].labels[1]
      return table.concat(said, " ")`;
    const { tool, asked } = await loadScript(toolOf(body), { answers: thread });
    expect(await tool('t')).toBe(
      'thread Greeting /work nil Greeting user:hi assistant:hello 22falseend-turn truenil replyX commandls2true minelater',
    );
    expect(asked.filter(([name]) => name === 'thread.items').map(([, params]) => params)).toEqual([
      { threadId: 'thread', limit: 50, all: false },
      { threadId: 'thread', limit: 1, before: 'z', all: true },
      { threadId: 'thread', limit: 2, all: true },
      { threadId: 'thread', limit: 500, all: false },
      { threadId: 'thread', limit: 500, all: false },
    ]);
  });

  test('writes beside the last message unless another is named', async () => {
    const body = `
      ctx.session.set_name("New")
      ctx.session.name("Newer")
      ctx.session.add_note("look")
      ctx.session.add_label("good", "p")
      ctx.session.remove_label("good", "p")
      return ""`;
    const { tool, asked } = await loadScript(toolOf(body), { answers: thread });
    await tool('t');
    expect(asked.filter(([name]) => /rename|annotate/.test(name))).toEqual([
      ['thread.rename', { threadId: 'thread', title: 'New' }],
      ['thread.rename', { threadId: 'thread', title: 'Newer' }],
      ['thread.annotate', { threadId: 'thread', itemId: 'a', note: 'look', add: [], remove: [] }],
      ['thread.annotate', { threadId: 'thread', itemId: 'p', note: '', add: ['good'], remove: [] }],
      ['thread.annotate', { threadId: 'thread', itemId: 'p', note: '', add: [], remove: ['good'] }],
    ]);
  });

  test('of a command of the palette is what the panel shows, and stays that while it runs', async () => {
    let shows = 0;
    const source = `zi.register_command("c", { handler = function(_, ctx)
      return ctx.session.info().id .. ctx.session.info().id
    end })`;
    const { api, command, asked } = await loadScript(source, {
      answers: { ...thread, 'thread.shown': () => `shown${++shows}` },
    });
    expect(await command('c')).toEqual({ reply: 'threadthread' });
    await api.commands.run({ id: 'c' }, new AbortController().signal);
    const shown = expect.objectContaining({ text: 'shown1shown1' });
    await vi.waitFor(() => expect(asked).toContainEqual(['window.message', shown]));
  });

  test.each([
    ['ctx.session.messages("x")', 'ctx.session.messages needs a table, and got a string'],
    ['ctx.session.entries(501)', 'ctx.session.entries: limit is a whole number from 1 to 500'],
    ['ctx.session.entries(1.5)', 'ctx.session.entries: limit is a whole number from 1 to 500'],
    ['ctx.session.messages { before = 1 }', 'ctx.session.messages needs before as an id, and got a number'],
    ['ctx.session.add_note()', 'ctx.session.add_note needs a text, then an id or nothing, and got a nil'],
    ['ctx.session.set_name({})', 'ctx.session.set_name needs a title, and got a table'],
    ['ctx.session.mesages()', 'there is no ctx.session.mesages; did you mean ctx.session.messages?'],
    ['ctx.ai.complete({})', 'ctx.ai.complete needs either prompt or messages'],
    [
      'ctx.ai.complete({ prompt = "x", timeout = 1e10 })',
      'ctx.ai.complete: timeout has milliseconds, from 1 to 3600000',
    ],
    [
      'ctx.ai.complete({ prompt = "x", timeout = "1" })',
      'ctx.ai.complete: timeout has milliseconds, from 1 to 3600000',
    ],
    ['ctx.ai.complete({ messages = "x" })', 'ctx.ai.complete: messages is a list, and got a string'],
    ['ctx.ai.complete({ messages = { role = "user" } })', 'ctx.ai.complete: messages is a list of tables'],
    ['ctx.ai.complete({ messages = { "x" } })', 'ctx.ai.complete: messages is a list of tables'],
    ['ctx.ai.complete({ promt = "x" })', 'ctx.ai.complete: there is no promt; did you mean prompt?'],
  ])('says what is wrong with %s', async (call, message) => {
    await expect(runLua(call, { answers: thread })).rejects.toThrow(`extensions/hello.lua:1: ${message}`);
  });

  test('that the person does not let it read is an error that a script can catch', async () => {
    const refused = Object.assign(new Error('You have not let hello read your threads.'), { code: 'access-denied' });
    const answers = { 'thread.items': () => Promise.reject(refused) };
    expect(await runLua('return select(2, pcall(ctx.session.messages))', { answers })).toBe(
      'extensions/hello.lua:1: You have not let hello read your threads.',
    );
  });
});

test('what the panel does, and what a model is told, are within reach', async () => {
  const body = `
    local use = ctx.get_context_usage()
    ctx.abort()
    return tostring(ctx.is_idle()) .. use.tokens .. use.context_window .. use.percent .. ctx.get_system_prompt()`;
  const { tool, asked } = await loadScript(toolOf(body), { answers: thread });
  expect(await tool('t')).toBe('false5020025Be brief.');
  expect(asked).toContainEqual(['thread.stop', { threadId: 'thread' }]);
  expect(
    await runLua('return tostring(ctx.get_context_usage())', {
      answers: { 'thread.state': () => ({ isAnswering: false, context: null }) },
    }),
  ).toBe('nil');
});

describe('models', () => {
  const capabilities = { ...modelInfo('x').capabilities, supportsImages: true };
  const one = { ref: 'x:y/one', name: 'One', provider: 'Y', maxTokenCount: 1000, isReady: null };
  const answers = {
    'model.list': () => [
      { ...one, capabilities, isChosen: false },
      { ...one, ref: 'x:y/two', name: 'Two', capabilities, isChosen: true },
    ],
    'model.complete': ({ messages }) => ({
      ...{ model: 'x:y/two', text: `to ${messages.at(-1)?.text}`, stopReason: 'end-turn' },
      usage: { inputTokens: 7, outputTokens: 3 },
    }),
  } as MainAnswers;

  test('are listed', async () => {
    const body = `
      local list, current = ctx.models.list(), ctx.models.current()
      return #list .. list[1].id .. list[1].context_window .. tostring(list[1].supports_images) .. current.name`;
    expect(await runLua(body, { answers })).toBe('2x:y/one1000trueTwo');
  });

  test('are asked', async () => {
    const body = `
      local one = ctx.ai.complete("Hi")
      local two = ctx.ai.complete {
        messages = { { role = "user", text = "a" }, { role = "assistant", content = "b" }, { role = "user", text = "c" } },
        system = "s", model = "fast", max_tokens = 5, temperature = 0.5,
      }
      return one.text .. one.stop_reason .. one.usage.input .. one.usage.output .. two.text .. two.model`;
    const { tool, asked } = await loadScript(toolOf(body), { answers });
    expect(await tool('t')).toBe('to Hiend-turn73to cx:y/two');
    expect(asked.filter(([name]) => name === 'model.complete').map(([, params]) => params)).toEqual([
      { messages: [{ role: 'user', text: 'Hi' }] },
      {
        messages: [
          { role: 'user', text: 'a' },
          { role: 'assistant', text: 'b' },
          { role: 'user', text: 'c' },
        ],
        ...{ system: 's', model: 'fast', maxTokens: 5, temperature: 0.5 },
      },
    ]);
  });

  test('that do not answer in time are left, and the request ends', async () => {
    let ended = false;
    const body = 'return select(2, pcall(ctx.ai.complete, { prompt = "Hi", timeout = 1 }))';
    const waiting: MainAnswers = {
      'model.complete': (_params, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('aborted'));
          }),
        ),
    };
    expect(await runLua(body, { answers: waiting })).toMatch(/^extensions\/hello.lua:1: /);
    expect(ended).toBe(true);
  });
});
