import { describe, expect, test } from 'vitest';
import { made, toolCall } from '../../../test-support/handle-events.ts';

describe('a gate before a tool', () => {
  test('sees every call, whatever a model gives it', async () => {
    let deep: unknown = 'end';
    for (let n = 0; n < 100; n += 1) deep = { deep };
    const input = { big: 2 ** 60, half: '\ud800', deep };
    const body = 'if event.input.big ~= "1152921504606847000" then return { block = "another" } end';
    expect(await made('tool_call', { ...toolCall, input }, body)).toEqual({});
  });

  test('sees what a tool of the app is given, though a model says something else by the name that zi has for it', async () => {
    const name = 'workspace_tools__run_command';
    const body = 'if event.input.command:find("rm") then return { block = "no" } end';
    for (const input of [
      { line: 'rm a', command: 'ls' },
      { command: 'ls', line: 'rm a' },
    ]) {
      expect(await made('tool_call', { ...toolCall, name, input }, body)).toEqual({ block: 'no' });
    }
  });
});

describe('a tool', () => {
  const gate = 'if event.tool_name == "bash" then event.args.command = "nice " .. event.args.command end';

  test.each([
    ['workspace_tools__run_command', { line: 'ls', cwd: 'src' }, { input: { line: 'nice ls', cwd: 'src' } }],
    ['other__run_command', { line: 'ls' }, {}],
  ])('of the app is called and given what zi calls it: %s', async (name, input, outcome) => {
    expect(await made('tool_call', { callId: 'c', name, input }, gate)).toEqual(outcome);
  });

  test.each([
    ['create_file', 'write', { text: 'a' }, 'content'],
    ['find_files', 'find', { glob: 'a' }, 'pattern'],
    ['search_text', 'grep', { text: 'a' }, 'pattern'],
  ])('of the app has keys of zi: %s', async (name, known, input, key) => {
    const body = `return { block = event.tool_name .. event.input.${key} }`;
    const event = { callId: 'c', name: `workspace_tools__${name}`, input };
    expect(await made('tool_call', event, body)).toEqual({ block: `${known}a` });
  });

  test('of an extension has the name that it was registered by, and the one that models are told', async () => {
    const body = 'return { block = event.tool_name .. " " .. event.tool_id }';
    expect(await made('tool_call', { ...toolCall, name: 'my_words__count__all' }, body)).toEqual({
      block: 'count__all my_words__count__all',
    });
  });
});
