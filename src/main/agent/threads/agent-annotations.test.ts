import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, ended, send, showNew } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();
const done = { ok: true, value: null };
const view = async (agent: AgentService) => foldThread((await agent.thread()).entries);

async function said(agent: AgentService) {
  const id = await send(agent, 'hi');
  const [answer] = await ended(agent);
  return { id, promptId: answer?.promptId ?? '', answerId: answer?.id ?? '' };
}

describe('notes and labels', () => {
  test('are kept on prompts and answers, are in the list and the search, and can be taken away', async () => {
    const agent = set.start();
    const { id, promptId, answerId } = await said(agent);
    expect(await agent.annotate(id, promptId, { note: 'ask the maintainers', labels: ['later'] })).toEqual(done);
    expect(await agent.annotate(id, answerId, { labels: [' good\n one ', 'later', 'good one', ''] })).toEqual(done);
    await agent.close();

    const next = set.start();
    expect(await view(next)).toMatchObject({
      notes: { [promptId]: { text: 'ask the maintainers' } },
      labels: { [promptId]: ['later'], [answerId]: ['good one', 'later'] },
    });
    expect((await next.threads.list())[0]?.labels).toEqual(['good one', 'later']);
    expect(await next.threads.search('maintainers')).toMatchObject([{ threadId: id, excerpt: 'ask the maintainers' }]);
    expect(await next.threads.search('good later')).toHaveLength(1);

    expect(await next.annotate(id, promptId, { note: ' ' })).toEqual(done);
    expect(await next.annotate(id, promptId, { labels: [] })).toEqual(done);
    expect(await view(next)).toMatchObject({ notes: {}, labels: { [answerId]: ['good one', 'later'] } });
    expect(await next.threads.search('maintainers')).toEqual([]);
  });

  test('do not put an old thread first, and what is as it was adds nothing', async () => {
    const agent = set.start();
    const { id, promptId } = await said(agent);
    const { at } = (await agent.threads.list())[0] ?? { at: 0 };
    await agent.annotate(id, promptId, { note: 'x', labels: ['y'] });
    const { entries } = await agent.thread();
    await agent.annotate(id, promptId, { note: 'x', labels: ['y'] });
    await agent.annotate(id, promptId, {});
    expect((await agent.thread()).entries).toHaveLength(entries.length);
    expect((await agent.threads.list())[0]?.at).toBe(at);
  });

  test.each([
    ['a label of 41 characters', { labels: ['x'.repeat(41)] }, 'A label has at most 40 characters. Shorten “xxxxx'],
    ['21 labels', { labels: Array.from({ length: 21 }, (_, n) => `l${n}`) }, 'at most 20 labels'],
    ['a note of 10,001', { note: 'x'.repeat(10_001) }, 'A note has at most 10000 characters'],
  ])('refuses %s and says why', async (_name, change, message) => {
    const agent = set.start();
    const { id, promptId } = await said(agent);
    const { entries } = await agent.thread();
    expect(await agent.annotate(id, promptId, change)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(message) },
    });
    expect(await agent.annotate(id, 'nobody', { note: 'x' })).toMatchObject({ ok: false });
    expect((await agent.thread()).entries).toEqual(entries);
  });
});

describe('the limit of a thread', () => {
  test('is set and taken away by the person', async () => {
    const agent = set.start();
    const { id } = await said(agent);
    expect(await agent.setLimit(id, { tokens: 1000, cost: 0.5 })).toEqual(done);
    expect((await view(agent)).limit).toEqual({ tokens: 1000, cost: 0.5 });
    expect(await agent.setLimit(id, null)).toEqual(done);
    expect((await view(agent)).limit).toBeUndefined();
  });

  test('is at first the one for new threads, unless the person said another, and no old thread gets it', async () => {
    const agent = set.start();
    await said(agent);
    set.threadLimit = { tokens: 5_000_000 };
    const old = await agent.thread();
    await agent.send(old.id, asPrompt('more'));
    await ended(agent, 2);
    expect((await view(agent)).limit).toBeUndefined();
    const { id } = await showNew(agent);
    expect((await view(agent)).limit).toBeUndefined();
    await agent.send(id, asPrompt('hi'));
    await ended(agent);
    expect((await view(agent)).limit).toEqual({ tokens: 5_000_000 });

    const { id: free } = await showNew(agent);
    expect(await agent.setLimit(free, null)).toEqual(done);
    // Nothing was said in it yet.
    expect((await showNew(agent)).id).toBe(free);
    await agent.send(free, asPrompt('hi'));
    await ended(agent);
    expect((await view(agent)).limit).toBeUndefined();
  });
});

test('a prompt template is sent as a prompt, and what the model sees is opened in the editor', async () => {
  const expandTemplate = async (id: string, argument: string) => ok(`${id}: fix ${argument}`);
  set.offers = { ...set.offers, expandTemplate };
  const agent = set.start();
  const { id } = await agent.thread();
  expect(await agent.runTemplate(id, 'user:fix', 'it')).toEqual(done);
  await ended(agent);
  expect((await view(agent)).turns.map(({ text }) => text)).toEqual(['user:fix: fix it']);
  expect(await agent.showRequest(id, { text: 'What next?' })).toEqual(done);
  const path = join(set.folder, 'threads', 'exported', id, 'What the model sees.md');
  expect(set.shownFiles).toEqual([path]);
  const seen = () => readFileSync(path, 'utf8');
  expect(seen()).toContain('What next?');
  const images = [{ mediaType: 'image/png', data: 'AAAA', width: 3, height: 4 }] as const;
  expect(await agent.showRequest(id, { text: 'that', images, templateId: 'user:fix' })).toEqual(done);
  expect(seen()).toContain('user:fix: fix that');
  expect(seen()).toContain('[image left out: this model takes no images]');
  // In the place of the first prompt, which is not sent then.
  const [first] = (await view(agent)).turns;
  expect(await agent.showRequest(id, { text: 'Other', replaces: first?.promptId ?? '' })).toEqual(done);
  expect(seen()).not.toContain('fix it');
  expect(seen()).toContain('## Message 1: user\n\n```text\nOther\n```');
  expect((await view(agent)).turns).toHaveLength(1);
});

test('what follows the name of a template is the person’s own; the template is not', async () => {
  set.offers = {
    ...set.offers,
    expandTemplate: async (_, argument) => ok(`[@rules](/etc/rules) ${argument}`),
    resolveMentions: async (text, { isTyped }) =>
      [...text.matchAll(/\((.*?)\)/g)].map(([, href = '']) => ({
        kind: 'file',
        label: '',
        href,
        text: String(isTyped),
      })),
  };
  const agent = set.start();
  const { id } = await agent.thread();
  await agent.runTemplate(id, 'user:fix', '[@mine](/home/mine)');
  await ended(agent);
  const [turn] = (await view(agent)).turns;
  expect(turn?.context?.map(({ href, text }) => [href, text])).toEqual([
    ['/etc/rules', 'false'],
    ['/home/mine', 'true'],
  ]);
});
