import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../contract/thread.ts';
import { appendEntries, appendEntry, foldThread } from './fold-thread.ts';
import { compaction, prompt, queued, started, version } from './thread-entries.fixture.ts';

describe('the queue', () => {
  const texts = (...entries: ThreadEntry[]) => foldThread(entries).queue.map((message) => message.text);

  test('is edited, ordered and shortened, and a prompt of the same id takes its message out', () => {
    const three = [queued('1'), queued('2'), queued('3'), queued('1', 'again')];
    expect(texts(...three)).toEqual(['queued 1', 'queued 2', 'queued 3']);
    expect(texts(...three, { kind: 'queue-order', ids: ['3', 'x', '1', '3'] })).toEqual(['queued 3', 'queued 1']);
    expect(texts(...three, { kind: 'queue-edited', id: '2', text: 'new' })).toEqual(['queued 1', 'new', 'queued 3']);
    expect(texts(...three, prompt('2'), queued('2'))).toEqual(['queued 1', 'queued 3']);
  });

  test('keeps images, until an edit leaves them out', () => {
    const images = [{ mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 }];
    const added: ThreadEntry = { kind: 'queue-added', id: '1', at: 4, text: 'x', images };
    expect(foldThread([added]).queue[0]?.images).toEqual(images);
    expect(foldThread([added, { kind: 'queue-edited', id: '1', text: 'y' }]).queue[0]).toEqual({
      id: '1',
      at: 4,
      text: 'y',
    });
  });
});

describe('what is beside the turns', () => {
  const note = (on: string, words: string): ThreadEntry => ({ kind: 'note', at: 8, on, text: words });
  const labels = (on: string, ...those: string[]): ThreadEntry => ({ kind: 'labels', at: 8, on, labels: those });
  const said = [prompt('p'), started('a', 'p'), prompt('q'), version('Q', 'q')];

  test('notes and labels are on prompts and answers, shown or not; the last ones count', () => {
    const view = foldThread([
      ...said,
      note('a', 'one'),
      note('a', 'two'),
      note('q', 'gone'),
      note('q', ''),
      note('x', 'lost'),
    ]);
    expect(view.notes).toEqual({ a: { at: 8, text: 'two' } });
    const more = appendEntries(view, [
      labels('p', 'x', 'y'),
      labels('q', 'z'),
      labels('p', 'x'),
      labels('x', 'lost'),
      labels('a'),
    ]);
    expect(more.labels).toEqual({ p: ['x'], q: ['z'] });
    expect(appendEntry(more, labels('q')).labels).toEqual({ p: ['x'] });
    expect(more.turns).toBe(view.turns);
  });

  test('compactions tell of a prompt that is there', () => {
    const view = foldThread([...said, compaction('1', 'p'), compaction('1', 'q'), compaction('2', 'nobody')]);
    expect(view.compactions).toEqual([{ id: '1', at: 9, promptId: 'p', modelName: 'One', text: 'In short' }]);
  });

  test('the last limit counts, and one without numbers is none', () => {
    const view = foldThread([
      { kind: 'limit', at: 1, tokens: 5 },
      { kind: 'limit', at: 2, cost: 0.5 },
    ]);
    expect(view.limit).toEqual({ cost: 0.5 });
    expect(appendEntry(view, { kind: 'limit', at: 3 })).not.toHaveProperty('limit');
  });

  test('an answer keeps the prices of its day, a prompt what its mentions came to', () => {
    const prices = { currency: 'USD', input: 1, output: 2 };
    const context = [{ kind: 'file' as const, label: 'a.ts', href: 'file:///a.ts', text: '1 let a' }];
    const view = foldThread([
      { kind: 'prompt', id: 'p', at: 1, text: '[@a.ts](file:///a.ts)', context },
      { kind: 'answer-started', id: 'a', at: 2, promptId: 'p', model: 'm', modelName: 'M', prices },
    ]);
    expect(view.turns[0]).toMatchObject({ context, answers: [{ prices }] });
  });
});
