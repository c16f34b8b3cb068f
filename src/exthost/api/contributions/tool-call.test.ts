import { describe, expect, test, vi } from 'vitest';
import type { ToolCall } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { connectContext, type MainAnswers } from '../../test-support/connect-context.ts';

const page = { url: 'https://a.b/', status: 200, title: '', text: '', isCut: false };
const ran = { exitCode: 0, output: '', isCut: false, isTimedOut: false, durationMs: 1 };

/** Runs a tool once; its result is the output. */
function connectTool(run: (call: ToolCall, signal: AbortSignal) => Promise<string>, answers: MainAnswers = {}) {
  const connected = connectContext(answers, { tools: ['t'] });
  connected.context.tools.register('t', (_input, signal, call) => run(call, signal));
  const abort = new AbortController();
  const start = (callId = '7') =>
    connected.api.tools.run({ id: 't', input: {}, callId, threadId: 'thread' }, abort.signal);
  return { ...connected, start, abort };
}

describe('the call of a tool', () => {
  test('asks main for everything, by the id of its run', async () => {
    const { start, asked } = connectTool(
      async (call) => {
        expect(await call.readText('a')).toBe('text');
        expect(await call.list('')).toEqual([]);
        expect(await call.find('**')).toEqual(['a']);
        expect(await call.find('**', { limit: 2 })).toEqual(['a']);
        expect(await call.search({ text: 'x', isRegex: true })).toEqual({ matches: [], isPartial: false });
        expect(await call.change([{ type: 'create', path: 'b', text: '' }])).toBeUndefined();
        expect(await call.exec('ls')).toEqual(ran);
        await call.exec('ls', { cwd: 'src', timeoutSeconds: 3 });
        expect(await call.fetchPage('https://a.b')).toEqual(page);
        expect(await call.diagnostics()).toEqual([]);
        await call.diagnostics('a');
        call.report('so far');
        return 'done';
      },
      {
        'call.readText': () => 'text',
        'call.list': () => [],
        'call.find': () => ['a'],
        'call.search': () => ({ matches: [], isPartial: false }),
        'call.exec': () => ran,
        'call.fetchPage': () => page,
        'call.diagnostics': () => [],
      },
    );
    expect(await start()).toBe('done');
    await vi.waitFor(() => expect(asked).toHaveLength(12));
    const callId = '7';
    expect(asked).toEqual([
      ['call.readText', { callId, path: 'a' }],
      ['call.list', { callId, path: '' }],
      ['call.find', { callId, glob: '**', limit: 1000 }],
      ['call.find', { callId, glob: '**', limit: 2 }],
      ['call.search', { callId, query: { text: 'x', isRegex: true } }],
      ['call.change', { callId, changes: [{ type: 'create', path: 'b', text: '' }] }],
      ['call.exec', { callId, command: 'ls' }],
      ['call.exec', { callId, command: 'ls', cwd: 'src', timeoutSeconds: 3 }],
      ['call.fetchPage', { callId, url: 'https://a.b' }],
      ['call.diagnostics', { callId }],
      ['call.diagnostics', { callId, path: 'a' }],
      ['call.report', { callId, text: 'so far' }],
    ]);
  });

  test('tells by the code that something was not allowed', async () => {
    const refused = Object.assign(new Error('The person did not allow it.'), { code: 'tool-denied' });
    const { start } = connectTool(
      (call) => call.change([{ type: 'delete', path: 'a' }]).then(String, (error) => `${error.code}: ${error.message}`),
      { 'call.change': () => Promise.reject(refused) },
    );
    expect(await start()).toBe('tool-denied: The person did not allow it.');
  });

  test('is of no use after its run', async () => {
    let kept: ToolCall | undefined;
    const { start, asked } = connectTool(async (call) => {
      kept = call;
      return 'done';
    });
    await start();
    await expect(kept?.readText('a')).rejects.toThrow('The call is over.');
    kept?.report('late');
    // A concurrent call continues.
    await start('8');
    expect(asked).toEqual([]);
  });

  test.each(['the run ends', 'it is stopped'])('has what is under way cancelled when %s', async (why) => {
    let told: AbortSignal | undefined;
    let begun = () => {};
    const isAsked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { start, abort } = connectTool(
      async (call, signal) => {
        const running = call.exec('sleep 100').catch(() => 'ended');
        await isAsked;
        if (why === 'the run ends') return 'done';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return String(await running);
      },
      {
        'call.exec': (_params, { signal }) => {
          told = signal;
          begun();
          return new Promise(() => {});
        },
      },
    );
    const output = start();
    await isAsked;
    if (why === 'it is stopped') abort.abort();
    expect(await output).toBe(why === 'the run ends' ? 'done' : 'ended');
    await vi.waitFor(() => expect(told?.aborted).toBe(true));
  });
});
