import { describe, expect, test } from 'vitest';
import { connectContext } from '../test-support/connect-context.ts';

const declares = { commands: ['greet'], slashCommands: ['explain'], tools: ['count'] };
const { signal } = new AbortController();

describe('a command', () => {
  test('is run with a signal; what it returns is not for main', async () => {
    const { api, context } = connectContext({}, declares);
    let given: unknown;
    context.commands.register('greet', (own) => {
      given = own;
      return () => 'cannot be sent';
    });
    expect(await api.commands.run({ id: 'greet' }, signal)).toBeNull();
    expect(given).toBe(signal);
  });

  test('that throws rejects with what it threw', async () => {
    const { api, context } = connectContext({}, declares);
    context.commands.register('greet', async () => {
      throw Object.assign(new Error('no file'), { code: 'file-not-found' });
    });
    await expect(api.commands.run({ id: 'greet' }, signal)).rejects.toMatchObject({ code: 'file-not-found' });
  });

  test.each(['commands', 'slashCommands', 'tools'] as const)('%s wants a function', (kind) => {
    const id = declares[kind][0] ?? '';
    expect(() => connectContext({}, declares).context[kind].register(id, 'run' as never)).toThrow(
      `${kind}.register needs a function as its second argument`,
    );
  });
});

describe('arguments of a slash command', () => {
  const complete = (made?: (argument: string, signal: AbortSignal) => unknown) => {
    const { api, context } = connectContext({}, declares);
    context.slashCommands.register('explain', () => ({ reply: '' }), made && { complete: made as never });
    return api.slashCommands.complete({ id: 'explain', argument: ' th' }, signal);
  };

  test('are offered by its function, which gets what is typed; without one there are none ever', async () => {
    const option = { label: 'this', newText: 'this one', description: 'The one here', runs: true };
    expect(await complete((argument, own) => [option, { label: argument, own: own === signal }])).toEqual([
      option,
      { label: ' th' },
    ]);
    expect(await complete(async () => Array.from({ length: 300 }, () => option))).toHaveLength(200);
    expect(await complete()).toBeNull();
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [['this'], 'an array'],
    [[{ label: '' }], 'an array'],
    [[{ label: 'x'.repeat(501) }], 'an array'],
    [[{ label: 'x', newText: 'x'.repeat(2001) }], 'an array'],
  ])('that are %o are an error that says what to return', async (result, words) => {
    await expect(complete(() => result)).rejects.toThrow(
      `complete of the slash command "explain" returned ${words}. Return a list of { label, newText, description, runs }`,
    );
  });

  test('want a function', () => {
    const { context } = connectContext({}, declares);
    expect(() => context.slashCommands.register('explain', () => ({ reply: '' }), { complete: [] as never })).toThrow(
      'slashCommands.register takes { complete }, a function that offers arguments',
    );
  });
});

describe('a slash command', () => {
  const run = (result: unknown) => {
    const { api, context } = connectContext({}, declares);
    context.slashCommands.register('explain', (argument, own) => {
      expect([argument, own]).toEqual(['this', signal]);
      return result as never;
    });
    return api.slashCommands.run({ id: 'explain', argument: 'this', threadId: 'thread' }, signal);
  };

  test('answers with a prompt or a reply', async () => {
    expect(await run({ prompt: 'Explain it' })).toEqual({ prompt: 'Explain it' });
    expect(await run(Promise.resolve({ reply: '' }))).toEqual({ reply: '' });
  });

  test.each([
    [undefined, 'undefined'],
    ['text', 'a string'],
    [{ text: 'secret' }, 'an object with text'],
    [{ prompt: '' }, 'an object with prompt'],
    [{ reply: 1 }, 'an object with reply'],
    [{ reply: 'x'.repeat(1_000_001) }, 'an object with reply'],
    [new Map(), 'a Map'],
  ])('that answers %o is an error that says what to return', async (result, words) => {
    await expect(run(result)).rejects.toThrow(`The slash command "explain" returned ${words}. Return { prompt: text }`);
    await expect(run(result)).rejects.not.toThrow('secret');
  });
});

describe('a tool', () => {
  const run = (output: unknown) => {
    const { api, context } = connectContext({}, declares);
    context.tools.register('count', (input, own) => {
      expect([input, own]).toEqual([{ of: 'lines' }, signal]);
      return output as never;
    });
    return api.tools.run({ id: 'count', input: { of: 'lines' }, callId: '1', threadId: 'thread' }, signal);
  };

  test('answers with a text, or with a failure that the model hears of', async () => {
    expect(await run('three')).toBe('three');
    expect(await run({ text: 'three' })).toEqual({ text: 'three', isError: false });
    expect(await run(Promise.resolve({ text: 'none', isError: true }))).toEqual({ text: 'none', isError: true });
  });

  test('may give details, which are JSON of a bounded length', async () => {
    const details = { files: ['a', null, 1], nested: { deep: true } };
    expect(await run({ text: 'three', details })).toEqual({ text: 'three', isError: false, details });
    const longest = { text: '', isError: false, details: 'x'.repeat(65_534) };
    expect(await run(longest)).toEqual(longest);
    await expect(run({ text: '', details: 'x'.repeat(65_535) })).rejects.toThrow(
      'The details of the tool "count" are longer than 64 KB as JSON. Keep less',
    );
    await expect(run({ text: '', details: { at: new Date() } })).rejects.toThrow(
      'The details of the tool "count".at is a Date, which JSON cannot hold',
    );
  });

  test.each([
    [undefined, 'undefined'],
    [3, 'a number'],
    [{ text: 3 }, 'an object with text'],
    [['a'], 'an array'],
  ])('that answers %o is an error that says what to return', async (output, words) => {
    await expect(run(output)).rejects.toThrow(`The tool "count" returned ${words}. Return a text, or { text, isError`);
  });
});
