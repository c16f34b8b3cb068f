import { describe, expect, test } from 'vitest';
import { fail } from '../../../shared/contract/errors.ts';
import { imageOf, loaded } from '../threads/agent-world.fixture.ts';

describe('what waits', () => {
  test('is changed by main, and a refusal is told', async () => {
    const its = await loaded({ sendQueuedNow: async () => fail('cancelled', 'It was sent.') });
    const message = { id: 'q', at: 1, text: 'one' };
    expect(await its.agent.queue.edit(message, 'two')).toBe(true);
    expect(await its.agent.queue.edit({ ...message, images: [imageOf('i')] }, 'two')).toBe(true);
    expect(await its.agent.queue.order(['b', 'a'])).toBe(true);
    expect(its.state().problem).toBeNull();
    expect(await its.agent.queue.sendNow('q')).toBe(false);
    expect(its.state().problem?.message).toBe('It was sent.');
    expect(its.asked).toEqual(['edit t q two', expect.stringMatching(/^edit t q two \[/), 'order t ["b","a"]']);
  });
});
