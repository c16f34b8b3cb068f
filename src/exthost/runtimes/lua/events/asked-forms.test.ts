import { describe, expect, test } from 'vitest';
import type { MainAnswers } from '../../../test-support/connect-context.ts';
import { handling, made, toolCall } from '../../../test-support/handle-events.ts';

const toolResult = { callId: 'c', name: 'count', input: {}, text: 'two', isError: false, details: { n: 2 } };
const start = { prompt: 'p', images: 1, instructions: 'Be kind.', added: '', tools: ['count'], skills: ['knots'] };
const bash = { command: 'ls', isTold: false };
const folder: MainAnswers = { 'workspace.folder': () => ({ path: '/work', name: 'work' }) };

describe('an event that is asked about', () => {
  test.each<[string, object]>([
    ['return', {}],
    ['return {}', {}],
    ['return { block = false }', {}],
    ['return { block = true }', { block: 'An extension stopped it.' }],
    ['return { block = "no" }', { block: 'no' }],
    ['return { block = true, reason = ("x"):rep(2000) }', { block: 'x'.repeat(1000) }],
    ['event.input = { path = "b" }', { input: { path: 'b' } }],
    ['event.args = { path = "b" }', { input: { path: 'b' } }],
    ['event.args.path = "b"', { input: { path: 'b', deep: { list: [] } } }],
    ['event.input.path = "b" return { input = { path = "c" } }', { input: { path: 'c' } }],
    ['return { input = event.input }', {}],
  ])('tool_call may: %s', async (body, outcome) => {
    expect(await made('tool_call', toolCall, body)).toEqual(outcome);
  });

  test.each<[string, object]>([
    ['return { content = event.content[1].text .. event.input.n }', { text: 'two3' }],
    ['return { content = { { type = "text", text = "a" }, "b" } }', { text: 'a\nb' }],
    ['event.content[1].text = "mine"', { text: 'mine' }],
    ['return { isError = true, details = zi.null }', { isError: true, details: null }],
    ['event.isError = not event.is_error', { isError: true }],
    ['event.details.n = 3', { details: { n: 3 } }],
    ['return { content = event.content, details = event.details, is_error = false }', {}],
  ])('tool_result may: %s', async (body, outcome) => {
    expect(await made('tool_result', { ...toolResult, input: { n: 3 } }, body)).toEqual(outcome);
  });

  test('tool_result is left alone where Lua cannot have its text', async () => {
    expect(await made('tool_result', { ...toolResult, text: 'half \ud800' }, '')).toEqual({});
  });

  test.each<[string, object]>([
    ['return { action = "continue" }', {}],
    [
      'return { action = "transform", text = event.text .. "!" .. event.images .. event.source }',
      { text: 'hi!2interactive' },
    ],
    ['return { action = "handled", text = "x" }', { handled: '' }],
    ['return { action = "handled", reply = "done" }', { handled: 'done' }],
    ['event.text = "ho"', { text: 'ho' }],
  ])('input may: %s', async (body, outcome) => {
    expect(await made('input', { text: 'hi', images: 2 }, body)).toEqual(outcome);
  });

  test.each<[string, object]>([
    [
      'return { system_prompt = event.system_prompt .. event.system_prompt_options.cwd }',
      { instructions: 'Be kind./work' },
    ],
    ['event.systemPrompt = event.systemPromptOptions.selected_tools[1]', { instructions: 'count' }],
    ['return { system_prompt = event.system_prompt_options.skills[1] }', { instructions: 'knots' }],
    ['return { message = { custom_type = "x", content = "Look.", display = true } }', { added: 'before\n\nLook.' }],
    ['return { message = { content = { { type = "text", text = event.prompt } } } }', { added: 'before\n\np' }],
    ['return { message = "" }', {}],
  ])('before_agent_start may: %s', async (body, outcome) => {
    expect(await made('before_agent_start', { ...start, added: 'before' }, body, folder)).toEqual(outcome);
  });

  test.each<[string, object]>([
    [
      'return { command = event.command .. " " .. event.cwd .. tostring(event.exclude_from_context) }',
      { command: 'ls /worktrue' },
    ],
    ['return { block = true, reason = "no" }', { block: 'no' }],
    ['return { result = { output = "a" } }', { handled: 'a' }],
    ['return { result = { output = "a", exit_code = 2 } }', { handled: 'a\nExit code 2' }],
  ])('user_bash may: %s', async (body, outcome) => {
    expect(await made('user_bash', bash, body, folder)).toEqual(outcome);
  });

  test('of a session may be cancelled', async () => {
    const cancel = 'return { cancel = true, reason = event.reason .. tostring(event.target) }';
    expect(await made('session_before_switch', { threadId: null }, cancel)).toEqual({ block: 'newnil' });
    expect(await made('session_before_switch', { threadId: 't' }, cancel)).toEqual({ block: 'resumet' });
    expect(await made('session_before_switch', { threadId: 't' }, 'return { cancel = true }')).toEqual({
      block: 'An extension stopped it.',
    });
    const fork = 'return { cancel = event.entry_id == "p" }';
    expect(await made('session_before_fork', { promptId: 'p' }, fork)).toEqual({ block: 'An extension stopped it.' });
  });

  test.each([
    ['return { blok = true }', 'zi.on tool_call: there is no blok to return. There are block, input, reason'],
    ['return true', 'zi.on tool_call: the handler returned a boolean. Return nothing, or a table with some of: block'],
    ['return { input = 5 }', 'zi.on tool_call: input must be a table, not a number'],
    ['event.input.run = print', 'a function cannot be passed: event result.input.run'],
    ['error("no idea")', 'no idea'],
  ])('is passed over, with the line, after: %s', async (body, reason) => {
    const { ask } = await handling({ tool_call: body });
    const { outcome, failures } = await ask('tool_call', toolCall);
    expect(outcome).toEqual({});
    expect(failures).toEqual([expect.stringContaining(`extensions/hello.lua:1: ${reason}`)]);
  });
});
