import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../shared/contract/errors.ts';
import type { CompletionRequest } from '../../shared/contract/provider.ts';
import type { ThreadView } from '../../shared/contract/thread-view.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { AgentService } from '../agent/agent-service.ts';
import { showNew, textOf } from '../agent/agent-setting.fixture.ts';
import { asPrompt } from '../agent/as-prompt.fixture.ts';
import { createWorld } from '../changes/changes-world.fixture.ts';
import { say } from '../providers/memory-extension.fixture.ts';
import { agentsSetting, calls, otherAgent } from './agents-setting.fixture.ts';

const setting = agentsSetting();
const { set } = setting;
const bird = 'agent/settings/Bird';
const fish = 'agent/settings/Fish';
const sample = 'good:chat/live';
let requests: CompletionRequest[];

beforeEach(() => {
  setting.others = { [bird]: otherAgent(set, 'Bird'), [fish]: otherAgent(set, 'Fish') };
  requests = [];
});

const start = () =>
  set.start({
    complete(request) {
      requests.push(structuredClone(request));
      return say({ type: 'text', value: 'The model says so.' }, { type: 'stop', value: 'end-turn' });
    },
  });

async function viewOf(agent: AgentService, id: string): Promise<ThreadView> {
  const opened = await agent.threads.open(id);
  if (!opened.ok) throw new Error(opened.failure.message);
  return foldThread(opened.value.entries);
}
/** The last answer of a thread, once so many turns of it have ended. */
const answered = (agent: AgentService, id: string, turns: number) =>
  vi.waitFor(
    async () => {
      const view = await viewOf(agent, id);
      const answer = view.turns[turns - 1]?.answers.at(-1);
      if (!answer?.end) throw new Error('It is not answered.');
      return answer;
    },
    { timeout: 60_000 },
  );
/** Asks whoever is chosen. */
async function ask(agent: AgentService, id: string, text: string, model?: string) {
  if (model !== undefined) expect(await agent.chooseModel(model, id)).toEqual(ok(model));
  const { turns } = await viewOf(agent, id);
  expect(await agent.send(id, asPrompt(text))).toEqual(ok(null));
  return answered(agent, id, turns.length + 1);
}
const saidTo = (request: CompletionRequest | undefined) =>
  request?.messages.map(({ role, content }) => [role, content.map(({ value }) => value).join('')]);

test('a thread goes from a model to an agent, to another and back, and each is given what it has not seen, once', async () => {
  const agent = start();
  const { id } = await agent.thread();
  await ask(agent, id, 'what is it?', sample);
  const toBird = textOf(await ask(agent, id, 'told', bird));
  expect(toBird).toContain('<said by="person">\nwhat is it?\n</said>\n<said by="assistant" name="Model live">');
  expect(toBird).toContain('The model says so.');
  expect(toBird.indexOf('The model says so.')).toBe(toBird.lastIndexOf('The model says so.'));
  // Once.
  expect(textOf(await ask(agent, id, 'told'))).toBe('Told: ');
  const toFish = textOf(await ask(agent, id, 'told\nplan look | mend\ncall edit Mend it', fish));
  expect(toFish).toContain('<said by="assistant" name="Bird">\nTold:');
  await ask(agent, id, 'and you?', sample);
  const last = saidTo(requests.at(-1)) ?? [];
  expect(last.at(-1)).toEqual(['user', 'and you?']);
  expect(last.at(-2)?.[1]).toContain('[Mend it: completed]');
  expect(last.at(-2)?.[1]).toContain('[Plan: look (completed); mend (in progress)]');
  // Back in its own session, with what happened since.
  const back = textOf(await ask(agent, id, 'told', bird));
  expect(back).toContain('<said by="assistant" name="Fish">');
  expect(back).toContain('and you?');
  const { handovers, agentSessions } = await viewOf(agent, id);
  expect(handovers.map((one) => one.agent)).toEqual([bird, fish, bird]);
  expect(Object.keys(agentSessions).sort()).toEqual([bird, fish]);
  expect(back).toBe(`Told: ${handovers[2]?.text}`);
  const { turns } = await viewOf(agent, id);
  expect(handovers[2]?.covers).toEqual(turns.slice(3, 5).map(({ answers }) => answers[0]?.id));
  expect(setting.started.map(({ name }) => name)).toEqual(['Bird', 'Fish']);
});

test('each thread stays with whom it was given to, whatever is chosen in others, also after the next start', async () => {
  const first = start();
  const { id: ofBird } = await first.thread();
  await ask(first, ofBird, 'say one', bird);
  const { id: ofModel } = await showNew(first);
  await ask(first, ofModel, 'hello', sample);
  expect((await ask(first, ofBird, 'say two')).modelName).toBe('Bird');
  expect((await first.threads.list()).map(({ id, answerer }) => [id, answerer])).toEqual(
    expect.arrayContaining([
      [ofBird, 'Bird'],
      [ofModel, 'Model live'],
    ]),
  );
  await first.close();
  const next = start();
  expect(textOf(await ask(next, ofBird, 'say three'))).toBe('three');
  expect((await ask(next, ofModel, 'hello')).model).toBe(sample);
  expect((await viewOf(next, ofBird)).handovers).toEqual([]);
  // A new one goes by the last choice.
  const { id: fresh } = await showNew(next);
  expect((await ask(next, fresh, 'hello')).model).toBe(sample);
});

test('another that is chosen while one answers gets the next prompt, and that answer goes on', async () => {
  const agent = start();
  const { id } = await agent.thread();
  expect(await agent.chooseModel(bird, id)).toEqual(ok(bird));
  await agent.send(id, asPrompt('ask Shall I?'));
  const question = await vi.waitFor(
    async () => {
      const [asked] = calls((await viewOf(agent, id)).turns[0]?.answers[0]).flatMap(({ questions }) => questions);
      if (!asked) throw new Error('Nothing is asked.');
      return asked;
    },
    { timeout: 60_000 },
  );
  expect(await agent.chooseModel(fish, id)).toEqual(ok(fish));
  // The person turns to the field.
  expect(await agent.agents.prepare(id)).toEqual(ok(null));
  expect(await agent.agents.session(id)).toMatchObject({ agent: fish, phase: 'ready' });
  await agent.send(id, asPrompt('told'));
  expect((await viewOf(agent, id)).queue).toHaveLength(1);
  expect((await agent.threads.list())[0]?.state).toBe('asking');
  expect(await agent.agents.answerQuestion(id, question, 'once')).toEqual(ok(null));
  expect(await answered(agent, id, 1)).toMatchObject({ modelName: 'Bird', end: { type: 'stop' } });
  const next = await answered(agent, id, 2);
  expect(next.modelName).toBe('Fish');
  expect(textOf(next)).toContain('<said by="assistant" name="Bird">\n[Shall I?: pending]\nAnswer: once.\n</said>');
});

test('agents and a model answer in threads of one folder and of others at the same time', async () => {
  const agent = start();
  const begin = async (text: string, model: string) => {
    const { id } = await showNew(agent);
    expect(await agent.chooseModel(model, id)).toEqual(ok(model));
    expect(await agent.send(id, asPrompt(text))).toEqual(ok(null));
    return id;
  };
  const hung = [await begin('say from Bird\nhang', bird), await begin('say from Fish\nhang', fish)];
  const twice = await begin('say from another thread\nhang', bird);
  const { workspace } = set;
  set.workspace = (await createWorld({})).root;
  const elsewhere = await begin('say from another folder\nhang', bird);
  const saidIn = async (id: string) => textOf((await viewOf(agent, id)).turns[0]?.answers[0]);
  await vi.waitFor(async () => expect(await saidIn(elsewhere)).toBe('from another folder'), { timeout: 60_000 });
  await agent.stop(elsewhere);
  set.workspace = workspace;
  const ofModel = await begin('hello', sample);
  expect(textOf(await answered(agent, ofModel, 1))).toBe('The model says so.');
  const all = [...hung, twice];
  await vi.waitFor(
    async () => expect(await Promise.all(all.map(saidIn))).toEqual(['from Bird', 'from Fish', 'from another thread']),
    { timeout: 60_000 },
  );
  const states = new Map((await agent.threads.list()).map(({ id, state }) => [id, state]));
  expect([...all, ofModel].map((id) => states.get(id))).toEqual(['answering', 'answering', 'answering', 'idle']);
  for (const id of all) await agent.stop(id);
  // One process for each agent and folder.
  expect(setting.started.map(({ name }) => name)).toEqual(['Bird', 'Fish', 'Bird']);
});

test('an agent that failed before it began is given what it missed; one with a new session all of it', async () => {
  const agent = start();
  const { id } = await agent.thread();
  await ask(agent, id, 'hello', sample);
  setting.others = { ...setting.others, [bird]: { ...otherAgent(set, 'Bird'), command: 'no such program' } };
  expect((await ask(agent, id, 'say one', bird)).end).toMatchObject({ type: 'failed' });
  expect((await viewOf(agent, id)).handovers).toEqual([]);
  setting.others = { ...setting.others, [bird]: otherAgent(set, 'Bird') };
  const told = textOf(await ask(agent, id, 'told'));
  expect(told).toContain('say one\n</said>\n[Nobody answered this.]');
  expect(told).toContain('The model says so.');
  expect(await agent.agents.newSession(id)).toEqual(ok(null));
  expect(textOf(await ask(agent, id, 'told'))).toContain('<said by="assistant" name="Bird">\nTold:');
});

test('a person sees what an agent is given, and may have it go on without that, or with it after all', async () => {
  const agent = start();
  const { id } = await agent.thread();
  await ask(agent, id, 'what is it?', sample);
  expect(await agent.chooseModel(bird, id)).toEqual(ok(bird));
  const given = async () => {
    expect(await agent.showRequest(id, { text: 'told' })).toEqual(ok(null));
    return readFile(set.shownFiles.at(-1) ?? '', 'utf8');
  };
  expect(await given()).toContain('The model says so.');
  expect(await agent.agents.handOver(id, false)).toEqual(ok(null));
  expect(await given()).not.toContain('The model says so.');
  expect(textOf(await ask(agent, id, 'told'))).toBe('Told: ');
  expect(await agent.agents.handOver(id, true)).toEqual(ok(null));
  expect(textOf(await ask(agent, id, 'told'))).toContain('The model says so.');
});

test('of two agents that change one folder at the same time each has for review what its calls say, and the rest may be of both', async () => {
  const agent = start();
  const begin = async (text: string, model: string) => {
    const { id } = await showNew(agent);
    expect(await agent.chooseModel(model, id)).toEqual(ok(model));
    expect(await agent.send(id, asPrompt(text))).toEqual(ok(null));
    await vi.waitFor(async () => expect(textOf((await viewOf(agent, id)).turns[0]?.answers[0])).toBe('begun'), {
      timeout: 60_000,
    });
    return id;
  };
  const both = join(set.folder, 'both have begun');
  const ofBird = await begin(`say begun\nuntil ${both}\nnamed a.txt of Bird\nhang`, bird);
  const ofFish = await begin(`say begun\nuntil ${both}\nnamed b.txt of Fish\ndisk c.txt of nobody\nhang`, fish);
  await writeFile(both, '');
  await vi.waitFor(
    async () => {
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await readFile(setting.world.path(name));
    },
    { timeout: 60_000 },
  );
  for (const id of [ofBird, ofFish]) await agent.stop(id);
  const reviewed = async (id: string) =>
    (await setting.world.service.review.review(id)).files.map(({ path }) => basename(path)).sort();
  await vi.waitFor(
    async () => {
      expect(await reviewed(ofBird)).toEqual(['a.txt', 'c.txt']);
      expect(await reviewed(ofFish)).toEqual(['b.txt', 'c.txt']);
    },
    { timeout: 60_000 },
  );
});
