import { describe, expect, test } from 'vitest';
import { fail } from '../../../shared/contract/errors.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { ended, imageOf, loaded, prompt, started } from '../threads/agent-world.fixture.ts';

describe('editing an earlier prompt', () => {
  const image = imageOf('old');
  const first: ThreadEntry = { kind: 'prompt', id: 'p', at: 1, text: 'Hi', images: [image] };

  test('brings its text and images; what was in hand is back when it is sent', async () => {
    const its = await loaded();
    its.entries(0, first, started('a', 'p'), ended);
    its.frame();
    its.agent.setDraft('my next words');
    its.agent.startEditing('p');
    expect(its.state()).toMatchObject({ editing: 'p', draft: 'Hi', images: [image] });
    its.agent.setDraft('Hello');
    await its.agent.showRequest();
    const seen = { text: 'HELLO', images: [image], replaces: 'p' };
    expect(its.asked.splice(0)).toEqual([`request t ${JSON.stringify(seen)}`]);
    await its.agent.send('Hello');
    expect(its.asked).toEqual(['send t Hello [old] instead of p']);
    expect(its.state()).toMatchObject({ editing: null, draft: 'my next words', images: [], setAside: null });
  });

  test('that is given up changes nothing; a second one keeps what was in hand before the first', async () => {
    const its = await loaded();
    its.entries(0, first, started('a', 'p'), ended, prompt('q', 'Again'));
    its.frame();
    its.agent.setDraft('my next words');
    its.agent.startEditing('p');
    its.agent.startEditing('q');
    expect(its.state().draft).toBe('Again');
    its.agent.cancelEditing();
    expect(its.state()).toMatchObject({ editing: null, draft: 'my next words', images: [] });
    expect(its.asked).toEqual([]);
  });

  test('that is refused stays in the composer, with the reason', async () => {
    const its = await loaded({ send: async () => fail('cancelled', 'An answer is being written.') });
    its.entries(0, first, started('a', 'p'), ended);
    its.frame();
    its.agent.setDraft('mine');
    its.agent.startEditing('p');
    await its.agent.send('Hi');
    expect(its.state()).toMatchObject({ editing: 'p', draft: 'Hi', setAside: { draft: 'mine' } });
    expect(its.state().problem?.message).toBe('An answer is being written.');
  });
});
