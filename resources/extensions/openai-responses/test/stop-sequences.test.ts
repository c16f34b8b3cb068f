import { describe, expect, it } from 'vitest';
import type { CompletionEvent } from '../../../../src/shared/contract/provider.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import { untilStopSequence } from '../stop-sequences.js';

const stop: CompletionEvent = { type: 'stop', value: 'end-turn' };
async function* said(...texts: string[]): AsyncGenerator<CompletionEvent> {
  for (const value of texts) yield { type: 'text', value };
  yield { type: 'usage', value: { inputTokens: 1, outputTokens: 1 } };
  yield stop;
}
const until = async (sequences: string[], ...texts: string[]) =>
  (await outcome(untilStopSequence(said(...texts), sequences))).events;

describe('an answer with stop sequences', () => {
  it.each([
    ['in one piece', ['One END Two']],
    ['in pieces', ['One ', 'E', 'N', 'D Two']],
    ['after a false beginning', ['One ENEN', 'D']],
  ])('ends before one that comes %s', async (_how, texts) => {
    const events = await until(['###', 'END'], ...texts);
    expect(textOf(events).trim()).toMatch(/^One( EN)?$/);
    expect(textOf(events)).not.toContain('END');
    expect(events.at(-1)).toEqual(stop);
    expect(events.filter(({ type }) => type === 'usage')).toEqual([]);
  });

  it('is whole when none of them comes, to the last beginning of one', async () => {
    const events = await until(['END', ''], 'One EN', 'Tw', 'o E');
    expect(textOf(events)).toBe('One ENTwo E');
    expect(events.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'text', 'usage', 'stop']);
  });
});
