import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { CompletionRequest } from '../../../../shared/contract/provider.ts';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import type { AgentService } from '../../agent-service.ts';
import { agentSetting, ended, modelsWithImages } from '../../agent-setting.fixture.ts';
import { asPrompt } from '../../as-prompt.fixture.ts';
import { contents, stop, text } from '../../turns/scripted-model.fixture.ts';

const set = agentSetting();
const done = { ok: true, value: null };
const image = { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 2 };

/** Its first line; what its mentions come to follows. */
const promptOf = (request: CompletionRequest): string => contents(request.messages.at(-1))?.[0]?.split('\n')[0] ?? '';

/** A model that says its prompt and ends each answer when it is let. */
function letting() {
  const ends = new Map<string, (failure?: FailureError) => void>();
  const agent = set.start({
    models: modelsWithImages,
    async *complete(request) {
      const prompt = promptOf(request);
      yield text(`On ${prompt}`);
      const failure = await new Promise<FailureError | undefined>((resolve) => ends.set(prompt, resolve));
      if (failure) throw failure;
      yield stop('end-turn');
    },
  });
  /** Waits until it answers this prompt. */
  const answering = (prompt: string) => vi.waitFor(() => expect(ends.has(prompt)).toBe(true));
  const end = async (prompt: string, failure?: FailureError) => {
    await answering(prompt);
    ends.get(prompt)?.(failure);
  };
  return { agent, answering, end, asked: () => [...ends.keys()] };
}

const view = async (agent: AgentService): Promise<ThreadView> => foldThread((await agent.thread()).entries);
const queueOf = async (agent: AgentService) => (await view(agent)).queue.map((message) => message.text);
const promptsOf = async (agent: AgentService) => (await view(agent)).turns.map((turn) => turn.text);
const idOf = async (agent: AgentService, words: string) =>
  (await view(agent)).queue.find((message) => message.text === words)?.id ?? '';

/** A thread in which "one" is answered, and these wait. */
async function waiting(...texts: string[]) {
  const model = letting();
  const { id } = await model.agent.thread();
  expect(await model.agent.send(id, asPrompt('one'))).toEqual(done);
  await model.answering('one');
  for (const words of texts) expect(await model.agent.send(id, asPrompt(words))).toEqual(done);
  expect(await queueOf(model.agent)).toEqual(texts);
  return { ...model, id };
}

describe('what is sent while an answer is written', () => {
  test('waits, and is sent in its turn as a prompt of the same id when the answer has ended by itself', async () => {
    const { agent, end } = await waiting('two', 'three');
    const ids = (await view(agent)).queue.map((message) => message.id);
    set.mentioned = [{ kind: 'file', label: 'a', href: 'file:///a', text: 'A' }];
    await end('one');
    await end('two');
    await end('three');
    await ended(agent, 3);
    const { turns, queue } = await view(agent);
    expect(turns.map((turn) => turn.text)).toEqual(['one', 'two', 'three']);
    expect(turns.slice(1).map(({ promptId }) => promptId)).toEqual(ids);
    // A mention is resolved when it is sent.
    expect(turns.map(({ context }) => context?.length)).toEqual([undefined, 1, 1]);
    expect(queue).toEqual([]);
  });

  test('while what another mentions is looked up waits behind it, which is safe in the queue meanwhile', async () => {
    let found: () => void = () => {};
    set.offers = {
      ...set.offers,
      resolveMentions: async (_, { signal }) => {
        await new Promise<void>((resolve) => {
          found = resolve;
          signal.addEventListener('abort', () => resolve());
        });
        return [];
      },
    };
    const { agent, end } = letting();
    const { id } = await agent.thread();
    const sent = agent.send(id, asPrompt('one'));
    await vi.waitFor(async () => expect(await queueOf(agent)).toEqual(['one']));
    // A window that is loaded anew is told.
    expect((await agent.thread()).activity?.type).toBe('reading');
    expect(await agent.send(id, asPrompt('two'))).toEqual(done);
    expect(await agent.editQueued(id, await idOf(agent, 'one'), 'other')).toMatchObject({ ok: false });
    found();
    expect(await sent).toEqual(done);
    expect((await agent.thread()).activity).toBeNull();
    expect([await promptsOf(agent), await queueOf(agent)]).toEqual([['one'], ['two']]);
    await end('one');
    await vi.waitFor(async () => expect((await agent.thread()).activity?.type).toBe('reading'));
    found();
    await end('two');
    await ended(agent, 2);
  });

  test('and is stopped while what it mentions is looked up stays in the queue', async () => {
    set.offers = {
      ...set.offers,
      resolveMentions: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve([]))),
    };
    const { agent } = letting();
    const { id } = await agent.thread();
    const sent = agent.send(id, asPrompt('one'));
    await vi.waitFor(async () => expect(await queueOf(agent)).toEqual(['one']));
    await agent.stop(id);
    expect(await sent).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([await promptsOf(agent), await queueOf(agent)]).toEqual([[], ['one']]);
    expect((await agent.thread()).activity).toBeNull();
  });

  test('in the same moment becomes no second answer, and with nothing in it is refused', async () => {
    const { agent, answering } = letting();
    const { id } = await agent.thread();
    expect(await Promise.all([agent.send(id, asPrompt('one')), agent.send(id, asPrompt('two'))])).toEqual([done, done]);
    await answering('one');
    expect([await promptsOf(agent), await queueOf(agent)]).toEqual([['one'], ['two']]);
    expect(await agent.send(id, asPrompt(' \n'))).toMatchObject({ ok: false });
    expect(await queueOf(agent)).toEqual(['two']);
  });

  test('keeps the id that it was sent with, and is there once when it is sent twice', async () => {
    const { agent, answering } = letting();
    const { id } = await agent.thread();
    const [one, two] = [asPrompt('one'), asPrompt('two')];
    expect(await agent.send(id, one)).toEqual(done);
    await answering('one');
    for (const prompt of [one, two, two]) expect(await agent.send(id, prompt)).toEqual(done);
    const { turns, queue } = await view(agent);
    expect(turns.map(({ promptId }) => promptId)).toEqual([one.id]);
    expect(queue.map((message) => message.id)).toEqual([two.id]);
  });

  test('waits after Stop, over a restart too, until something else was answered', async () => {
    const { agent, id } = await waiting('two', 'three');
    await agent.stop(id);
    expect([await promptsOf(agent), await queueOf(agent)]).toEqual([['one'], ['two', 'three']]);
    await agent.close();

    const next = letting();
    expect(await queueOf(next.agent)).toEqual(['two', 'three']);
    expect(await next.agent.send(id, asPrompt('first of all'))).toEqual(done);
    for (const prompt of ['first of all', 'two', 'three']) await next.end(prompt);
    await vi.waitFor(async () => expect(await promptsOf(next.agent)).toHaveLength(4));
    expect(await promptsOf(next.agent)).toEqual(['one', 'first of all', 'two', 'three']);
  });

  test('waits when the answer fails', async () => {
    const { agent, end, asked } = await waiting('two');
    await end('one', new FailureError({ code: 'provider-auth', message: 'The key was refused.' }));
    await ended(agent);
    await vi.waitFor(async () => expect((await agent.threads.list())[0]?.state).toBe('idle'));
    expect([await queueOf(agent), asked()]).toEqual([['two'], ['one']]);
    expect(set.notices).toEqual([]);
  });

  test('goes on in a thread that is not shown any more', async () => {
    const { agent, end, id } = await waiting('two');
    await agent.newThread();
    await end('one');
    await end('two');
    await vi.waitFor(async () => expect((await agent.threads.list())[0]?.state).toBe('idle'));
    const opened = await agent.threads.open(id);
    expect(opened.ok && foldThread(opened.value.entries).turns.map(({ answers }) => answers[0]?.end)).toEqual([
      { type: 'stop', reason: 'end-turn' },
      { type: 'stop', reason: 'end-turn' },
    ]);
  });

  test('ends with the app and is all there at the next start', async () => {
    const { agent } = await waiting('two');
    await agent.close();
    const next = set.start();
    expect([await promptsOf(next), await queueOf(next)]).toEqual([['one'], ['two']]);
  });

  test('goes after the reply of a slash command', async () => {
    let reply: ((words: string) => void) | undefined;
    const say = { extensionId: 'x', extensionName: 'X', id: 'say', name: 'say', description: '', argument: '' };
    set.offers = {
      ...set.offers,
      slashCommands: () => [say],
      slashCommand: () =>
        new Promise((resolve) => {
          reply = (words) => resolve({ reply: words });
        }),
    };
    const { agent, answering } = letting();
    const { id } = await agent.thread();
    const ran = agent.runSlashCommand(id, 'x', 'say', '');
    await vi.waitFor(() => expect(reply).toBeDefined());
    expect(await agent.send(id, asPrompt('two'))).toEqual(done);
    expect(await queueOf(agent)).toEqual(['two']);
    reply?.('said');
    expect(await ran).toEqual(done);
    await answering('two');
    expect((await view(agent)).replies.map((each) => each.text)).toEqual(['said']);
  });
});

describe('the queue', () => {
  test('is edited, ordered and shortened by the person', async () => {
    const { agent, id, end, answering } = await waiting('two', 'three', 'four');
    const [two, three, four] = [await idOf(agent, 'two'), await idOf(agent, 'three'), await idOf(agent, 'four')];
    expect(await agent.editQueued(id, two, 'zwei')).toEqual(done);
    expect(await agent.orderQueue(id, [four, two])).toEqual(done);
    expect(await queueOf(agent)).toEqual(['four', 'zwei']);
    for (const refused of [
      agent.editQueued(id, three, 'x'),
      agent.sendQueuedNow(id, three),
      agent.editQueued(id, two, ' '),
    ]) {
      expect(await refused).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    }
    await end('one');
    await end('four');
    await answering('zwei');
    expect(await queueOf(agent)).toEqual([]);
  });

  test('keeps the images of a message, unless they are taken out', async () => {
    const { agent, id } = await waiting();
    await agent.send(id, asPrompt('look', [image]));
    const message = async () => (await view(agent)).queue[0];
    const look = (await message())?.id ?? '';
    await agent.editQueued(id, look, 'look here');
    expect(await message()).toMatchObject({ text: 'look here', images: [image] });
    await agent.editQueued(id, look, '');
    expect(await message()).toMatchObject({ text: '', images: [image] });
    await agent.editQueued(id, look, 'no more', []);
    expect(await message()).not.toHaveProperty('images');
  });

  test('sends one at once: what is written is stopped, the others stay and go on after it', async () => {
    const { agent, id, end } = await waiting('two', 'three');
    expect(await agent.sendQueuedNow(id, await idOf(agent, 'three'))).toEqual(done);
    const { turns, queue } = await view(agent);
    expect(turns[0]?.answers[0]?.end).toEqual({ type: 'stopped-by-person' });
    expect([turns.map((turn) => turn.text), queue.map((message) => message.text)]).toEqual([['one', 'three'], ['two']]);
    await end('three');
    await end('two');
    await vi.waitFor(async () => expect(await queueOf(agent)).toEqual([]));
    expect(await promptsOf(agent)).toEqual(['one', 'three', 'two']);
  });

  test('asked twice to send one sends it once', async () => {
    const { agent, id, answering } = await waiting('two');
    const two = await idOf(agent, 'two');
    const both = await Promise.all([agent.sendQueuedNow(id, two), agent.sendQueuedNow(id, two)]);
    expect(both).toEqual([done, done]);
    await answering('two');
    expect(await promptsOf(agent)).toEqual(['one', 'two']);
    expect((await view(agent)).turns[1]?.answers).toHaveLength(1);
  });

  test('keeps what cannot be sent, and says why', async () => {
    set.agents = { Reviewer: {} };
    const { agent, id, end } = await waiting('two', 'three');
    await agent.chooseAgent(id, 'Reviewer');
    set.agents = {};
    await end('one');
    await vi.waitFor(() => expect(set.notices).toHaveLength(1));
    expect(set.notices[0]?.text).toMatch(/^A queued message was not sent. The agent “Reviewer” is not there any more./);
    expect(await queueOf(agent)).toEqual(['two', 'three']);
    expect(await agent.sendQueuedNow(id, await idOf(agent, 'three'))).toMatchObject({
      failure: { code: 'invalid-request' },
    });
    expect(await queueOf(agent)).toEqual(['two', 'three']);
  });

  test('does not send what is taken out while its key is asked for', async () => {
    let hasKey = true;
    let asked = false;
    let give = (): void => {};
    const { agent, id } = await waiting('two');
    await agent.stop(id);
    await agent.close();
    const next = set.start({
      isAuthenticated: () => hasKey,
      authenticate: () => {
        asked = true;
        return new Promise((resolve) => {
          give = resolve;
        });
      },
    });
    hasKey = false;
    const two = await idOf(next, 'two');
    const sent = next.sendQueuedNow(id, two);
    await vi.waitFor(() => expect(asked).toBe(true));
    expect(await next.editQueued(id, two, 'other')).toMatchObject({ ok: false });
    expect(await next.orderQueue(id, [])).toEqual(done);
    expect(await sent).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    give();
    expect([await promptsOf(next), await queueOf(next)]).toEqual([['one'], []]);
  });

  test.each(['its end', 'a message that is sent now'])(
    'of a thread that is deleted together with %s is restored whole',
    async (which) => {
      const { agent, id, end } = await waiting('two');
      const sent = which === 'its end' ? end('one') : agent.sendQueuedNow(id, await idOf(agent, 'two'));
      expect(await agent.threads.remove(id)).toEqual(done);
      await sent;
      expect(await agent.threads.restore(id)).toEqual(done);
      const opened = await agent.threads.open(id);
      const { turns, queue } = foldThread(opened.ok ? opened.value.entries : []);
      // Whichever came first: a message is a prompt, or it waits.
      expect([...turns, ...queue].map(({ text: words }) => words)).toEqual(['one', 'two']);
      for (const { answers } of turns)
        expect(answers).toMatchObject([{ end: { type: expect.stringMatching(/^stop/) } }]);
    },
  );

  test.each([0, 2, 4, 6, 8, 10, 12, 16, 20, 30])(
    'begins nothing after the app has ended, %i steps later',
    async (steps) => {
      const { agent, id } = await waiting('two');
      const sent = agent.sendQueuedNow(id, await idOf(agent, 'two'));
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      await Promise.all([agent.close(), sent]);
      const next = set.start();
      const { turns, queue } = await view(next);
      expect([...turns, ...queue].map(({ text: words }) => words)).toEqual(['one', 'two']);
      // The app closed it, not the start after it.
      const kept = readFileSync(join(set.folder, 'threads', `${id}.jsonl`), 'utf8');
      expect(kept.split('"answer-ended"')).toHaveLength(kept.split('"answer-started"').length);
      expect(turns.map(({ answers }) => answers.length)).toEqual(turns.map(() => 1));
    },
  );
});
