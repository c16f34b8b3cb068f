import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../contract/thread.ts';
import { foldThread } from './fold-thread.ts';
import { ended, output, prompt, run, started, tool } from './thread-entries.fixture.ts';

describe('what a call puts out while it runs', () => {
  const begin = [prompt('p'), started('a', 'p'), tool('a', 't', '{}', true)];
  const running = run('a', 't', 10, { type: 'running' });
  const live = (...entries: ThreadEntry[]) => {
    const part = foldThread([...begin, ...entries]).turns[0]?.answers[0]?.parts[0];
    return part?.type === 'tool-use' ? part.run?.live : null;
  };

  test('is shown until it is done, also while a person is asked, and stays with a call that was ended', () => {
    const two = [running, output('a', 't', 'one '), run('a', 't', 11, { type: 'waiting' }), output('a', 't', 'two')];
    expect(live(output('a', 't', 'early'))).toBeUndefined();
    expect(live(...two, output('a', 'x', 'lost'))).toBe('one two');
    expect(live(...two, running)).toBe('one two');
    expect(
      live(...two, run('a', 't', 12, { type: 'done', output: 'all', isError: false }), output('a', 't', 'late')),
    ).toBeUndefined();
    expect(live(...two, ended('a'))).toBe('one two');
  });

  test('is the end of it when it is long, without half a letter', () => {
    const long = live(running, output('a', 't', '😀'.repeat(60_000)), output('a', 't', '!'));
    expect(long?.length).toBeLessThanOrEqual(100_000);
    expect(long?.length).toBeGreaterThan(99_990);
    expect(long?.isWellFormed()).toBe(true);
    expect(long?.endsWith('😀!')).toBe(true);
  });
});
