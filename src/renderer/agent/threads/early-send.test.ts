import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { emptySnapshot, later, loaded, provider, world } from './agent-world.fixture.ts';

describe('sending before everything is there', () => {
  test('a prompt waits for the thread and for a model, then goes once', async () => {
    const thread = later<ThreadSnapshot>();
    const its = world({ thread: () => thread.promise, providers: async () => [] }, null);
    its.agent.connect();
    its.agent.setDraft('Hi');
    const sent = its.agent.send('Hi');
    thread.resolve(emptySnapshot);
    await its.agent.load();
    expect(its.asked).toEqual([]);
    expect(its.state()).toMatchObject({ sending: [{ text: 'Hi', isGiven: false }], draft: '' });
    its.tell({ type: 'providers', providers: [provider] });
    await sent;
    expect(its.asked).toEqual(['choose sample:models/one', 'send t Hi']);
    expect(its.state()).toMatchObject({ sending: [], draft: '' });
  });

  test('Stop gives it up and keeps the text', async () => {
    const its = await loaded({ providers: async () => [] }, null);
    its.agent.setDraft('Hi');
    const sent = its.agent.send('Hi');
    await its.agent.stop();
    await sent;
    its.tell({ type: 'providers', providers: [provider] });
    await its.agent.load();
    expect(its.asked).toEqual(['choose sample:models/one']);
    expect(its.state()).toMatchObject({ sending: [], draft: 'Hi' });
  });

  test('a prompt that is sent while another model is being chosen goes when it is', async () => {
    const choice = later<Result<string>>();
    const its = await loaded({ chooseModel: () => choice.promise });
    const chosen = its.agent.chooseModel('other:models/two');
    its.agent.setDraft('Hi');
    const sent = its.agent.send('Hi');
    await Promise.resolve();
    expect(its.asked).toEqual([]);
    choice.resolve(ok('other:models/two'));
    await chosen;
    await sent;
    expect(its.asked).toEqual(['send t Hi']);
    expect(its.state()).toMatchObject({ model: 'other:models/two', sending: [], draft: '' });
  });

  test('it stays when that model cannot be chosen, with the reason, and when Stop is pressed', async () => {
    for (const ends of ['refused', 'stopped'] as const) {
      const choice = later<Result<string>>();
      const its = await loaded({ chooseModel: () => choice.promise });
      const chosen = its.agent.chooseModel('other:models/two');
      its.agent.setDraft('Hi');
      const sent = its.agent.send('Hi');
      if (ends === 'stopped') await its.agent.stop();
      choice.resolve(fail('credential-missing', 'No key was given.'));
      await chosen;
      await sent;
      expect(its.asked).toEqual([]);
      expect(its.state()).toMatchObject({ sending: [], draft: 'Hi', problem: { message: 'No key was given.' } });
    }
  });

  test('without a thread it asks for one once more, and says why when there is none', async () => {
    let attempts = 0;
    const its = await loaded({
      thread: async () => {
        attempts++;
        throw new Error('No disk');
      },
    });
    const before = attempts;
    its.agent.setDraft('Hi');
    await its.agent.send('Hi');
    expect(attempts).toBe(before + 1);
    expect(its.state()).toMatchObject({ sending: [], draft: 'Hi', problem: { message: 'No disk' } });
  });
});
