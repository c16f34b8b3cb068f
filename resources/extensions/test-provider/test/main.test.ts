import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PolledCompletion } from '../../../../src/shared/contract/extension-api/extension-api.ts';
import { type CompletionRequest, completionEventSchema } from '../../../../src/shared/contract/provider.ts';
import { parseLink } from '../../../../src/shared/links/parse-link.ts';
import { activated, answer, ask, manifestAt, manifestWords, outcome, textOf } from '../../extension-harness.ts';
import * as extension from '../main.js';

const say = async (prompt: string) => outcome(answer((await activated(extension)).provider, 'sample', ask(prompt)));

async function polled() {
  const harness = await activated(extension);
  return { harness, provider: harness.provider as PolledCompletion };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the sample model', () => {
  it('is described by the manifest as by the code, needs no key and costs nothing', async () => {
    const manifest = manifestAt(new URL('../extension.toml', import.meta.url));
    const { provider, providerId } = await activated(extension);
    const [model] = await provider.models();
    expect(Object.keys(manifest.language_model_providers)).toEqual([providerId]);
    expect(manifest.language_model_providers[providerId]?.models).toEqual([
      { ...(model && manifestWords(model)), max_output_tokens: model?.maxOutputTokens },
    ]);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(model?.prices).toBeUndefined();
  });

  it.each(['Hi', '', 'What a toolbox', 'Explain this file:\n\nthrow an error, link a tool'])(
    'greets on any prompt: %j',
    async (prompt) => {
      expect(await say(prompt)).toEqual({
        events: [
          { type: 'started' },
          { type: 'text', value: 'Hello, ' },
          { type: 'text', value: 'world!' },
          { type: 'stop', value: 'end-turn' },
        ],
        thrown: null,
      });
    },
  );

  it('calls a tool with an input that grows', async () => {
    const { events } = await say('Use a tool');
    const uses = events.flatMap((event) => (event.type === 'tool-use' ? [event.value] : []));
    expect(uses.map(({ isInputComplete }) => isInputComplete)).toEqual([false, false, false, true]);
    for (const [index, use] of uses.slice(1).entries()) expect(use.input).toContain(uses[index]?.input);
    expect(JSON.parse(uses.at(-1)?.input ?? '')).toEqual({ path: 'src/parser.ts' });
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });

  describe('that is offered tools', () => {
    const tools = ['toolbox__word_count', 'toolbox__fail'].map((name) => ({
      name,
      description: '',
      inputSchema: '{}',
    }));
    const callsOf = async (prompt: string, more: Partial<CompletionRequest> = {}) => {
      const { provider } = await activated(extension);
      const { events } = await outcome(answer(provider, 'sample', ask(prompt, { tools, ...more })));
      return events.flatMap((event) =>
        event.type === 'tool-use' && event.value.isInputComplete ? [`${event.value.name} ${event.value.input}`] : [],
      );
    };

    it.each([
      ['Use a tool', ['toolbox__word_count {}']],
      ['Use a tool with {"text":"a"}', ['toolbox__word_count {"text":"a"}']],
      ['Use the tool fail', ['toolbox__fail {}']],
      ['Use the tool word-count with {"text":"{a} b"}, please', ['toolbox__word_count {"text":"{a} b"}']],
      ['Use the tool word-count with {"a":{}} and the tool fail', ['toolbox__word_count {"a":{}}', 'toolbox__fail {}']],
      ['Use the tool no-such with {}', ['no-such {}']],
      ['Use the tool fail with {oops', ['toolbox__fail {oops']],
    ])('calls them as asked: %s', async (prompt, calls) => {
      expect(await callsOf(prompt)).toEqual(calls);
    });

    it.each([
      [[], ['read_file {"path":"src/parser.ts"}']],
      [tools, ['toolbox__word_count {}']],
    ])('asks for none of the app’s own unless it is named: %j', async (others, calls) => {
      const own = { name: 'workspace_tools__read_file', description: '', inputSchema: '{}' };
      expect(await callsOf('Use a tool', { tools: [own, ...others] })).toEqual(calls);
      expect(await callsOf('Use the tool read-file', { tools: [own, ...others] })).toEqual([`${own.name} {}`]);
    });

    it('says what they answered', async () => {
      const request = ask('Use a tool', { tools });
      const result = (toolUseId: string, value: string, isError: boolean) => ({
        type: 'tool-result' as const,
        value: { toolUseId, toolName: 'x', isError, content: { type: 'text' as const, value } },
      });
      const use = { id: 'call-1', name: 'x', input: '{}', isInputComplete: true };
      request.messages.push({ role: 'assistant', content: [{ type: 'tool-use', value: use }], cache: false });
      request.messages.push({
        role: 'user',
        content: [result('call-1', '2 words', false), result('call-2', 'No.', true)],
        cache: false,
      });
      const { provider } = await activated(extension);
      const { events } = await outcome(answer(provider, 'sample', request));
      expect(textOf(events)).toBe('The tool answered: 2 words\n\nThe tool failed: No.');
      expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });

      request.messages.push(...ask('Use a tool').messages);
      const next = await outcome(answer(provider, 'sample', request));
      expect(next.events.find(({ type }) => type === 'tool-use')).toMatchObject({ value: { id: 'call-2' } });
    });
  });

  it.each([
    ['Show an error', 'provider-overloaded', undefined],
    ['error auth', 'provider-auth', undefined],
    ['error rate', 'provider-rate-limited', 5],
  ])('fails when asked: %s', async (prompt, code, retryAfterSeconds) => {
    const { events, thrown } = await say(prompt);
    expect(events).toEqual([{ type: 'started' }]);
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(/^The sample model .+\.$/) });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
  });

  it.each([
    ['Where is the parser?', '[@parser.ts (42:7)](src/parser.ts#L42:7)'],
    ['Link file:///home/me/a%20b/parser.ts', '[@parser.ts (42:7)](file:///home/me/a%20b/parser.ts#L42:7)'],
    ['a link to /home/me/x(1)y/lexer.ts', '[@lexer.ts (42:7)](file:///home/me/x%281%29y/lexer.ts#L42:7)'],
    ['a link to "/home/me/größe/lexer.ts"', '[@lexer.ts (42:7)](file:///home/me/gr%C3%B6%C3%9Fe/lexer.ts#L42:7)'],
    ['link C:\\work\\lexer.ts', '[@lexer.ts (42:7)](file:///C:/work/lexer.ts#L42:7)'],
    ['link file:///bad%zz/%zz.ts', '[@%zz.ts (42:7)](file:///bad%zz/%zz.ts#L42:7)'],
  ])('answers "%s" with a link', async (prompt, link) => {
    expect(textOf((await say(prompt)).events)).toContain(link);
  });

  it('answers with a link that leads to line 42, column 7', async () => {
    const text = textOf((await say('Where is /home/me/p/parser.ts?')).events);
    const [, label = '', href = ''] = /\[(.+?)\]\((.+?)\)/.exec(text) ?? [];
    expect(parseLink(href, { platform: 'posix', label })).toEqual({
      kind: 'file',
      path: '/home/me/p/parser.ts',
      line: 42,
      column: 7,
    });
    expect(parseLink('src/parser.ts#L42:7', { platform: 'posix', label })).toMatchObject({
      path: 'src/parser.ts',
      line: 42,
      column: 7,
    });
  });

  it('says about forty words slowly, 150 ms apart', async () => {
    vi.useFakeTimers();
    const whole = say('slowly');
    await vi.advanceTimersByTimeAsync(150 * 39);
    let isOver = false;
    void whole.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(150 * 5);
    const { events } = await whole;
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThanOrEqual(40);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream of the sample model', () => {
  it('ends a waiting poll at once when it is closed, and leaves no timer', async () => {
    vi.useFakeTimers();
    const { provider } = await polled();
    const id = await provider.streamCompletionStart('sample', ask('slowly'));
    expect(completionEventSchema.parse(await provider.streamCompletionNext(id))).toEqual({ type: 'started' });
    const waiting = provider.streamCompletionNext(id);
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(1);
    await provider.streamCompletionClose(id);
    expect(await waiting).toBeNull();
    expect(await provider.streamCompletionNext(id)).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is one of several that do not disturb each other', async () => {
    const { provider } = await polled();
    const [slow, quick] = [
      await provider.streamCompletionStart('sample', ask('slowly')),
      await provider.streamCompletionStart('sample', ask('Hi')),
    ];
    await provider.streamCompletionNext(slow);
    const waiting = provider.streamCompletionNext(slow);
    const events = [];
    for (let event = await provider.streamCompletionNext(quick); event; ) {
      events.push(event);
      event = await provider.streamCompletionNext(quick);
    }
    expect(textOf(events)).toBe('Hello, world!');
    await provider.streamCompletionClose(slow);
    await provider.streamCompletionClose(quick);
    expect(await waiting).toBeNull();
  });

  it('that is closed twice is written to the log', async () => {
    const { harness, provider } = await polled();
    const id = await provider.streamCompletionStart('sample', ask('Hi'));
    await provider.streamCompletionClose(id);
    expect(harness.logged).toEqual([]);
    await provider.streamCompletionClose(id);
    expect(harness.logged).toEqual([`${id} was closed, but it is not open`]);
  });

  it('is closed with the extension', async () => {
    vi.useFakeTimers();
    const { provider } = await polled();
    const id = await provider.streamCompletionStart('sample', ask('slowly'));
    await provider.streamCompletionNext(id);
    const waiting = provider.streamCompletionNext(id);
    extension.deactivate();
    expect(await waiting).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
