import { expect, test, vi } from 'vitest';
import { emptyRequest } from '../../../shared/testing/empty-request.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import type { ComponentSource } from '../../test-support/built-component.ts';
import { loadComponent } from '../../test-support/load-component.ts';
import { probe } from '../../test-support/probe-component.ts';
import type { ComponentThread } from './component-thread.ts';

const asking = (value: string) => ({
  ...emptyRequest,
  messages: [{ role: 'user' as const, content: [{ type: 'text' as const, value }], cache: false }],
});

test('a trap ends its instance, and neither a stream that runs nor the next call', async () => {
  const { tool, answer, provider } = await loadComponent(probe, { answers: { 'credential.get': () => 'trap' } });
  const events = answer(asking("its.time.wait(1); yield { tag: 'text', val: 'goes on' }"));
  await events.next();
  await expect(provider().isAuthenticated()).rejects.toThrow(
    'The component of "sample" failed in llm-provider-is-authenticated: ',
  );
  expect(await events.next()).toMatchObject({ value: { value: 'goes on' } });
  expect(await tool('return 1')).toBe('1');
});

test('while a call loops, another call, a stream and another extension are answered', async () => {
  const one = await loadComponent(probe, { limits: { runMs: 600_000 } });
  const other = await loadComponent(probe);
  let isEnded = false;
  const loop = one.tool('for (;;);').finally(() => {
    isEnded = true;
  });
  expect(await one.tool('return 2')).toBe('2');
  expect(await one.answered(asking('[{ "tag": "stop", "val": "end-turn" }]'))).toHaveLength(2);
  expect(await other.tool('return 3')).toBe('3');
  expect(isEnded).toBe(false);
  await one.loaded.deactivate();
  await expect(loop).rejects.toThrow('The instance of "sample" is closed');
});

test('a loop is ended by its budget, and the next call has another instance', async () => {
  const { tool } = await loadComponent(probe, { limits: { runMs: 500 } });
  await expect(tool('for (;;);')).rejects.toThrow(
    '"sample" ran for 0.5 s in run-tool without waiting for anything, and was ended',
  );
  expect(await tool('return 4')).toBe('4');
});

test('one that is stopped and goes on is ended after a moment', async () => {
  const { tool } = await loadComponent(probe, { limits: { graceMs: 100 } });
  const abort = new AbortController();
  const running = tool('for (;;);', abort.signal);
  setTimeout(() => abort.abort(), 50);
  await expect(running).rejects.toThrow('run-tool of "sample" was stopped, went on for 0.1 s and was ended');
  expect(await tool('return 1')).toBe('1');
});

test('a stopped stream is closed once, though its import never answers', async () => {
  const asked = Promise.withResolvers<void>();
  const never = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const { answer, logged } = await loadComponent(probe, { answers: { 'setting.get': never } });
  const abort = new AbortController();
  const events = answer(asking("its.settings.get('a')"), abort.signal);
  await events.next();
  const next = events.next();
  await asked.promise;
  abort.abort();
  expect(await next).toMatchObject({ done: true });
  await vi.waitFor(() => expect(logged()).toEqual(['closed s']));
});

test.each([
  ['at its end', "yield { tag: 'stop', val: 'end-turn' }"],
  ['after an error', "throw 'no more'; yield"],
])('a stream is closed once %s', async (_when, code) => {
  const { answered, logged } = await loadComponent(probe);
  await answered(asking(code)).catch(() => undefined);
  await vi.waitFor(() => expect(logged()).toEqual(['closed s']));
});

test('a stream that traps has nothing to close; its last line of stderr says why, and the log has all of them', async () => {
  const { answered, logged } = await loadComponent(probe);
  // The compiler of the probe is written in Rust, and panics.
  await expect(answered(asking("yield 'no event'"))).rejects.toThrow(
    'The component of "sample" failed in llm-stream-completion-next: invalid variant: ',
  );
  expect(logged()).toEqual([
    expect.stringContaining('panicked at'),
    expect.stringMatching(/^invalid variant/),
    expect.stringMatching(/^note: run with/),
  ]);
});

test.each([
  ['no text', "throw '';"],
  ['blanks', "throw '  ';"],
  ['an error without a message', 'throw new Error();'],
])('an error of a result with %s is told with the call that gave it', async (_what, code) => {
  const { answered } = await loadComponent(probe);
  await expect(answered(asking(`${code} yield`))).rejects.toThrow(
    'The component of "sample" gave an error without a text in llm-stream-completion-next. Give one that says what went wrong',
  );
});

test('a handle is dropped once', async () => {
  let requests = 0;
  const { tool } = await loadComponent(probe, {
    streams: {
      async *'network.fetch'() {
        requests += 1;
        yield { url: 'https://a.example', isRedirected: false, status: 200, statusText: '', headers: [] };
      },
    },
  });
  const response = `its.http.fetchStream({ method: 'get', url: 'https://a.example', headers: [], body: undefined, redirectPolicy: { tag: 'follow-all' } })`;
  expect(await tool(`const r = ${response}; r[Symbol.dispose](); r[Symbol.dispose](); r.nextChunk();`)).toEqual({
    text: 'resource has been disposed',
    isError: true,
  });
  expect(await tool(`return ${response}.status()`)).toBe('200');
  expect(requests).toBe(2);
});

test('what is too large is refused before it is sent, as a result and as an event', { tags: ['search'] }, async () => {
  const [most, size] = [lengthOf(1, 64), lengthOf(2, 100)];
  const { tool, answered } = await loadComponent(probe, {
    limits: { runMs: 60_000, messageBytes: most * 1024 ** 2 },
  });
  const large = `'x'.repeat(${size} * 1024 * 1024)`;
  await expect(tool(`return ${large}`)).rejects.toThrow(
    `What run-tool returned is too large: it has more than ${most} MB, the most of one message`,
  );
  await expect(answered(asking(`yield { tag: 'text', val: ${large} }`))).rejects.toThrow(
    'What llm-stream-completion-next returned is too large',
  );
  expect(await tool('return 1')).toBe('1');
});

test('memory beyond the limit ends the instance, and is told', async () => {
  const { tool } = await loadComponent(probe, { limits: { memoryBytes: 32 * 1024 ** 2, runMs: 60_000 } });
  await expect(tool('for (;;) its.open.push(new Uint8Array(4 * 1024 * 1024).fill(1))')).rejects.toThrow(
    /it uses all of its 32 MB of memory/,
  );
  // What was told to be too much was never had.
  const pieces = `
    try { for (;;) its.open.push(new Uint8Array(4 * 1024 * 1024).fill(1)) } catch {}
    return its.open.splice(0).length`;
  expect(Number(await tool(pieces))).toBeLessThan(8);
  expect(await tool('return 1')).toBe('1');
});

test('an extension that panics at its start is told with the last line of stderr', async () => {
  const source: ComponentSource = {
    world: 'include outrigger:extension/app@0.1.0; include outrigger:extension/lifecycle@0.1.0;',
    source: `
      import { write } from 'outrigger:extension/log@0.1.0';
      export function initExtension() { write('no level', 'x'); }`,
  };
  await expect(loadComponent(source)).rejects.toThrow(/failed in init-extension: .*(level|enum|variant|discriminant)/);
});

test('an import that the app does not have is an error when it is called, with its name', async () => {
  const source: ComponentSource = {
    world: `
      import other: interface { draw: func(text: string) -> string; }
      import paint: func();
      include outrigger:extension/tools@0.1.0;`,
    source: `
      import { draw } from 'other';
      export function runTool(_id, input) { return input === '1' ? draw('x') : input === '2' ? paint() : 'fine'; }`,
  };
  const { tool } = await loadComponent(source);
  expect(await tool(0)).toBe('fine');
  await expect(tool(1)).rejects.toThrow('The component calls other#draw, which the app does not have');
  await expect(tool(2)).rejects.toThrow('The component calls paint, which the app does not have');
});

test('what the manifest declares and the component does not export is told when it is used', async () => {
  const { api, tool, logged } = await loadComponent({
    world: 'include outrigger:extension/lifecycle@0.1.0;',
    source: 'export const initExtension = () => undefined;',
  });
  const { signal } = new AbortController();
  await expect(tool()).rejects.toThrow('The component does not export run-tool. Export it, or declare nothing for it');
  await expect(api.commands.run({ id: 'c' }, signal)).rejects.toThrow('does not export run-command');
  await expect(api.slashCommands.run({ id: 's', argument: '', threadId: 'thread' }, signal)).rejects.toThrow(
    'does not export run-slash-',
  );
  expect(logged()).toEqual([
    'The manifest declares the provider "echo", which the component does not tell of by llm-providers: it cannot be used',
  ]);
});

test('each stream has an instance of its own, and a spare one is used once', async () => {
  const threads: ComponentThread[] = [];
  const { answered, tool } = await loadComponent(probe, { onThread: (thread) => threads.push(thread) });
  expect(threads).toHaveLength(1);
  const code = "its.open.push(1); yield { tag: 'text', val: String(its.open.length) }";
  for (let answers = 1; answers <= 3; answers += 1) {
    expect((await answered(asking(code))).at(-1)).toEqual({ type: 'text', value: '1' });
    // One for calls, one for each answer, and one that is ready.
    await vi.waitFor(() => expect(threads).toHaveLength(answers + 2));
  }
  expect(await tool('return its.open.push(1)')).toBe('1');
  expect(await tool('return its.open.push(1)')).toBe('2');
  expect(threads).toHaveLength(5);
});

test('a number that JavaScript cannot hold is an error with its field', async () => {
  const { answered } = await loadComponent(probe);
  const usage = { tag: 'usage', val: { inputTokens: 2 ** 60, outputTokens: 1, isEstimated: false } };
  await expect(answered(asking(JSON.stringify([usage])))).rejects.toThrow(
    'event usage.inputTokens is 1152921504606846976, which is beyond what the app counts to (2^53)',
  );
});

test('what an import takes of the host at once counts as the running time of who calls it', async () => {
  let hostMs = 0;
  const busy = () => {
    for (const since = performance.now(); performance.now() - since < 50; );
    hostMs += 50;
  };
  const { tool, context } = await loadComponent(probe, { limits: { runMs: 1000 } });
  Object.assign(context.state.global, { keys: async () => [busy()].map(String) });
  await expect(tool('for (;;) its.state.keys()')).rejects.toThrow('ran for 1 s in run-tool');
  expect(hostMs).toBeLessThanOrEqual(1050);
});

test('a text that is larger than the state is refused unread', async () => {
  const { tool } = await loadComponent(probe);
  expect(await tool("its.state.set('k', '['.repeat(1024 * 1024 + 1))")).toEqual({
    text: 'The value is longer than 1 MB. Keep less',
    isError: true,
  });
});

test('a refusal of millions of characters is cut before the host gets it', async () => {
  const { tool } = await loadComponent(probe, { limits: { runMs: 60_000 } });
  const refusal = await tool("throw 'x'.repeat(4_000_000)");
  expect(refusal).toEqual({ text: `${'x'.repeat(65_536)} …`, isError: true });
});
