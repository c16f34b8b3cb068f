import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../shared/contract/errors.ts';
import type { CompletionEvent } from '../../shared/contract/provider.ts';
import { emptyRequest as request } from '../../shared/testing/empty-request.ts';
import { type CompletionLimits, streamCompletion } from './completion-stream.ts';
import { forever, type MemoryBehaviour, memoryExtension, say } from './memory-extension.fixture.ts';

const ref = { extensionId: 'good', providerId: 'chat', modelId: 'live' };

async function collect(
  complete: MemoryBehaviour['complete'],
  signal: AbortSignal = new AbortController().signal,
  limits: Partial<CompletionLimits> = {},
) {
  const extension = memoryExtension('good', { complete });
  const events: CompletionEvent[] = [];
  let failure: FailureError['failure'] | null = null;
  try {
    for await (const event of streamCompletion(extension, ref, request, signal, limits)) events.push(event);
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown;
    failure = thrown.failure;
  }
  return { events, failure, extension };
}

describe('streamCompletion', () => {
  test('passes on every event up to the stop, and closes the extension’s side', async () => {
    const { events, failure, extension } = await collect(undefined);
    expect(failure).toBeNull();
    expect(events.map(({ type }) => type)).toEqual(['started', 'text', 'text', 'stop']);
    expect(extension.openStreams).toBe(0);
  });

  test('an unknown event is a protocol fault that names the extension', async () => {
    const { events, failure } = await collect(async function* () {
      yield { type: 'text', value: 'so far' };
      yield { type: 'telepathy', value: 'hm' };
    });
    expect(events).toEqual([{ type: 'text', value: 'so far' }]);
    expect(failure).toMatchObject({ code: 'protocol-fault', extensionId: 'good' });
    expect(failure?.message).toContain('Extension good');
  });

  test.each([
    ['a number for a text', { type: 'text', value: 7 }, '"value": Invalid input: expected string, received number'],
    [
      'a stop for no known reason',
      { type: 'stop', value: 'bored' },
      '"value": Invalid option: expected one of "end-turn"|',
    ],
    ['a null', null, 'the event: Invalid input: expected object, received null'],
  ])('%s is a protocol fault, and the log of the extension names the field', async (_what, event, words) => {
    const { failure, extension } = await collect(async function* () {
      yield event;
    });
    expect(failure?.code).toBe('protocol-fault');
    expect(failure?.message).toContain(words);
    expect(extension.faults).toEqual([expect.stringContaining(words)]);
  });

  test('an end without a stop is a protocol fault', async () => {
    const { failure } = await collect(() => say({ type: 'started' }, { type: 'text', value: 'half' }));
    expect(failure).toMatchObject({ code: 'protocol-fault', extensionId: 'good' });
  });

  test('an event after the stop is a protocol fault', async () => {
    const { events, failure } = await collect(() =>
      say({ type: 'stop', value: 'end-turn' }, { type: 'text', value: 'and another thing' }),
    );
    expect(events).toEqual([{ type: 'stop', value: 'end-turn' }]);
    expect(failure?.code).toBe('protocol-fault');
  });

  test('an extension that hangs after its stop does not hold the answer open', async () => {
    const { events, failure } = await collect(
      async function* () {
        yield { type: 'stop', value: 'max-tokens' };
        await forever();
      },
      undefined,
      { endMs: 20 },
    );
    expect(failure).toBeNull();
    expect(events).toEqual([{ type: 'stop', value: 'max-tokens' }]);
  });

  test('a silence beyond the limit is a fault, and the extension is told to close', async () => {
    let told = false;
    const { failure, extension } = await collect(
      async function* (_request, signal) {
        signal.addEventListener('abort', () => {
          told = true;
        });
        yield { type: 'started' };
        await forever();
      },
      undefined,
      { stallMs: 30 },
    );
    expect(failure).toMatchObject({ code: 'protocol-fault', extensionId: 'good' });
    expect(failure?.message).toContain('Extension good sent nothing for 1 s');
    expect(extension.faults).toEqual([expect.stringContaining('sent nothing')]);
    expect(told).toBe(true);
  });

  test('a timeout that the extension tells of is no fault of it', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first event
    const { failure, extension } = await collect(async function* () {
      throw new FailureError({ code: 'timeout', message: 'The service gave up waiting.' });
    });
    expect(failure).toMatchObject({ code: 'timeout', message: 'The service gave up waiting.' });
    expect(extension.faults).toEqual([]);
  });

  test('aborting ends it at once although the extension never settles', async () => {
    const controller = new AbortController();
    const running = collect(async function* () {
      yield { type: 'text', value: 'a' };
      queueMicrotask(() => controller.abort());
      await forever();
    }, controller.signal);
    expect((await running).failure?.code).toBe('cancelled');
  });

  test('a failure of the extension keeps its code and gets its name from main', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first event
    const { failure } = await collect(async function* () {
      throw new FailureError({
        code: 'provider-rate-limited',
        message: 'Too many.',
        retryAfterSeconds: 4,
        extensionId: 'somebody-else',
      });
    });
    expect(failure).toEqual({
      code: 'provider-rate-limited',
      message: 'Too many.',
      retryAfterSeconds: 4,
      extensionId: 'good',
    });
  });

  test('leaving the loop closes the extension’s side', async () => {
    const extension = memoryExtension('good');
    for await (const _ of streamCompletion(extension, ref, request, new AbortController().signal)) break;
    await vi.waitFor(() => expect(extension.openStreams).toBe(0));
  });
});
