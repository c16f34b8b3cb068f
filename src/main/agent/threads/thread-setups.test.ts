import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ThreadEntry, ThreadSetup } from '../../../shared/contract/thread.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { model, say } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, contextToBe, ended, send, tool } from '../agent-setting.fixture.ts';
import { contents, scripted } from '../turns/scripted-model.fixture.ts';

const set = agentSetting();

/** The thread that is shown, as an earlier run set it up. */
function leave(...setups: ThreadSetup[]): void {
  const directory = join(set.folder, 'threads');
  const id = randomUUID();
  const entries = setups.map((setup): ThreadEntry => ({ kind: 'setup', at: 1, ...setup }));
  const write = (name: string, lines: readonly object[]) =>
    writeFileSync(join(directory, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  mkdirSync(directory, { recursive: true });
  write(`${id}.jsonl`, [{ v: 1, id, workspace: '/project' }, ...entries]);
  write('last-threads.jsonl', [{ v: 1 }, { workspace: '/project', threadId: id }]);
}

const three = () => [tool('read-file'), tool('word-count'), tool('read-file', { extensionId: 'other' })];
const namesOf = (tools: readonly { readonly name: string }[] | undefined) => tools?.map(({ name }) => name);

test('an answer has the tools and the instructions that its thread names last', async () => {
  set.offers = { ...set.offers, tools: three };
  set.rules = [{ of: 'person', source: '/AGENTS.md', text: 'Be brief.' }];
  leave({ instructions: 'Be long.' }, { tools: ['read_file', 'toolbox__word_count'], instructions: 'Be kind.' });
  const { agent, requests } = scripted(set);
  const id = await send(agent);
  await ended(agent);
  expect(namesOf(requests[0]?.tools)).toEqual(['toolbox__read_file', 'toolbox__word_count', 'other__read_file']);
  const [told] = contents(requests[0]?.messages[0]) ?? [];
  expect(told).toMatch(/Be brief\.\n\nInstructions for this thread:\n\nBe kind\.$/);
  expect(await agent.forExtensions.instructions(id)).toBe(told);
  expect(set.notices).toEqual([]);
  await agent.showRequest(id, { text: 'next', images: [] });
  expect(set.shownFiles).toHaveLength(1);
});

test('the models of one thread are its own, and the chosen one stays', async () => {
  const models = () => [model('live', { isDefault: true }), model('small', { isDefaultFast: true, maxTokenCount: 77 })];
  for (const [named, answered] of [
    [{ model: 'good:chat/small' }, 'good:chat/small'],
    [{ model: 'fast' }, 'good:chat/small'],
    [{}, 'good:chat/live'],
  ] as const) {
    leave(named);
    const agent = set.start({ models, complete: () => say({ type: 'stop', value: 'end-turn' }) });
    await agent.chooseModel('good:chat/live');
    await send(agent);
    const [answer] = await ended(agent);
    expect(answer?.model).toBe(answered);
    expect(set.saved).toBe('good:chat/live');
    if (answered.endsWith('small')) await contextToBe(agent, { limit: 77 });
  }
});

test('a model of its own that is not there is told as that', async () => {
  leave({ model: 'no:such/model' });
  const { agent } = scripted(set);
  const { id } = await agent.thread();
  expect(await agent.send(id, { id: randomUUID(), text: 'hi' })).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^This thread has a model of its own\. The .+ is not installed/) },
  });
});

test('tools are also found by the names that agents made elsewhere have for them', async () => {
  set.offers = { ...set.offers, tools: () => [tool('search-text', { extensionId: 'workspace-tools' }), ...three()] };
  leave({ tools: ['Grep', 'read'] });
  const { agent, requests } = scripted(set);
  await send(agent);
  await ended(agent);
  expect(namesOf(requests[0]?.tools)).toEqual(['workspace_tools__search_text']);
});

test('a tool that is not there is told, and the answer goes on without it', async () => {
  set.offers = { ...set.offers, tools: three };
  leave({ tools: ['word-count', 'grep'] });
  const { agent, requests } = scripted(set);
  await send(agent);
  await ended(agent);
  expect(namesOf(requests[0]?.tools)).toEqual(['toolbox__word_count']);
  expect(set.notices).toMatchObject([{ text: expect.stringContaining('tools that are not there: “grep”') }]);
});

test('a tool that reads skills is offered only where there are any, and they are told with it', async () => {
  const offers = () => [tool('read-skill', { needsSkills: true }), tool('word-count')];
  set.offers = { ...set.offers, tools: offers };
  const { agent, requests } = scripted(set);
  const id = await send(agent);
  await ended(agent);
  expect([namesOf(requests[0]?.tools), requests[0]?.messages[0]?.role]).toEqual([['toolbox__word_count'], 'user']);
  set.skills = [{ name: 'notes', description: 'Writes notes', source: 'user', folder: '/s', file: '/s/SKILL.md' }];
  await agent.send(id, { id: randomUUID(), text: 'again' });
  await ended(agent, 2);
  expect(namesOf(requests[1]?.tools)).toEqual(['toolbox__read_skill', 'toolbox__word_count']);
  expect(contents(requests[1]?.messages[0])?.[0]).toContain('with toolbox__read_skill before');
});

test('an agent gives what the thread does not name itself', async () => {
  set.offers = { ...set.offers, tools: three };
  set.agents = { reviewer: { tools: ['read-file'], instructions: 'Review.' } };
  leave({ agent: 'reviewer', tools: ['word-count'], instructions: 'Only this file.' });
  const { agent, requests } = scripted(set);
  const id = await send(agent);
  await ended(agent);
  expect(namesOf(requests[0]?.tools)).toEqual(['toolbox__word_count']);
  expect(contents(requests[0]?.messages[0])?.[0]).toContain('Review.\n\nOnly this file.');

  set.agents = {};
  expect(await agent.send(id, { id: randomUUID(), text: 'more' })).toMatchObject({
    ok: false,
    failure: { message: 'The agent “reviewer” is not there any more. Choose another one, or none. Your text is kept.' },
  });
});

test('a person chooses an agent for one thread, which keeps it, and takes it back; what is named besides stays', async () => {
  set.agents = { reviewer: { instructions: 'Review.' } };
  leave({ instructions: 'Be kind.' });
  const agent = set.start();
  const { id } = await agent.thread(true);
  const setup = async () => foldThread((await agent.thread()).entries).setup;
  expect(await agent.chooseAgent(id, 'nobody')).toMatchObject({ ok: false });
  expect(await setup()).toEqual({ instructions: 'Be kind.' });
  expect(await agent.chooseAgent(id, 'reviewer')).toEqual({ ok: true, value: null });
  expect(await setup()).toEqual({ agent: 'reviewer', instructions: 'Be kind.' });
  await agent.close();
  const again = set.start();
  expect(foldThread((await again.thread(true)).entries).setup?.agent).toBe('reviewer');
  set.agents = {};
  expect(await again.chooseAgent(id, null)).toEqual({ ok: true, value: null });
  expect(foldThread((await again.thread()).entries).setup).toEqual({ instructions: 'Be kind.' });
});
