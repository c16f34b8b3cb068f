import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExactAsk } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { type AgentPermissions, createAgentPermissions } from './agent-permissions.ts';
import { type KeptPermissions, maxPermissions, openKeptPermissions } from './kept-permissions.ts';

let folder: string;
let home: string;
let program: string;
let trusted: boolean;
let last: KeptPermissions;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'permissions-')));
  folder = join(home, 'project');
  await mkdir(folder);
  program = 'one';
  trusted = true;
});
afterEach(async () => {
  await last.flush();
  await rm(home, { recursive: true });
});

const open = () =>
  openKeptPermissions({
    path: join(home, 'permissions.json'),
    onProblem: (sentence) => expect.unreachable(sentence),
    programOf: () => program,
  });
const start = async () => {
  const kept = await open();
  last = kept;
  return { kept, permissions: createAgentPermissions({ kept, isTrusted: async () => trusted }) };
};
/** At once. */
const allow = async ({ allow }: AgentPermissions, ...what: Parameters<AgentPermissions['allow']>) =>
  (await allow(...what))();
const asking = (part: object = {}) => ({
  agent: 'agent/settings/bird',
  program,
  name: 'Bird',
  threadId: 't',
  folder,
  ...part,
});
const ask: ExactAsk = { kind: 'execute', title: 'Run it', input: '{"command":"npm test"}', option: 'Allow' };

test('what is allowed in a thread holds there, for that agent and to the letter, until the app ends or the thread is gone', async () => {
  const { kept, permissions } = await start();
  expect(await permissions.allowedIn(asking(), ask)).toBeNull();
  await allow(permissions, asking(), ask, 'thread');
  expect(await permissions.allowedIn(asking(), { ...ask })).toBe('thread');
  const others = [{ input: '{"command":"npm test "}' }, { title: 'Run' }, { option: 'Yes' }, { text: 'More' }];
  for (const part of others) expect(await permissions.allowedIn(asking(), { ...ask, ...part }), `${part}`).toBeNull();
  for (const part of [{ threadId: 'u' }, { agent: 'agent/settings/other' }]) {
    expect(await permissions.allowedIn(asking(part), ask)).toBeNull();
  }
  expect(kept.list()).toEqual([]);
  permissions.forgetThread('t');
  expect(await permissions.allowedIn(asking(), ask)).toBeNull();
});

test('what is allowed in a folder holds in all threads of it, by whichever name, also after the next start, until it is removed', async () => {
  const first = await start();
  await allow(first.permissions, asking(), ask, 'folder');
  await allow(first.permissions, asking(), ask, 'folder');
  await first.kept.flush();
  expect(await readFile(join(home, 'permissions.json'), 'utf8')).toContain('npm test');
  const { kept, permissions } = await start();
  await symlink(folder, join(home, 'link'));
  for (const part of [{ threadId: 'u' }, { folder: join(home, 'link') }]) {
    expect(await permissions.allowedIn(asking(part), ask)).toBe('folder');
  }
  for (const part of [{ folder: home }, { folder: null }, { agent: 'agent/settings/other' }]) {
    expect(await permissions.allowedIn(asking(part), ask)).toBeNull();
  }
  const [one, ...more] = kept.list();
  expect([one, more]).toEqual([
    { id: expect.any(String), agentName: 'Bird', in: { type: 'folder', folder }, ask, holds: true },
    [],
  ]);
  kept.forget(one?.id ?? '');
  expect(await permissions.allowedIn(asking(), ask)).toBeNull();
});

test('what is allowed is listed with its thread or folder, and asked again once it is taken back', async () => {
  const { kept, permissions } = await start();
  const other = { ...ask, title: 'Other' };
  await allow(permissions, asking(), ask, 'folder');
  await allow(permissions, asking(), other, 'thread');
  await allow(permissions, asking({ threadId: 'u' }), other, 'thread');
  const thread = (threadId: string) => ({ type: 'thread', threadId, folder });
  const places = () => permissions.list().map((one) => one.in);
  expect(places()).toEqual([thread('u'), thread('t'), { type: 'folder', folder }]);
  permissions.forget(permissions.list()[1]?.id ?? '');
  expect(await permissions.allowedIn(asking(), other)).toBeNull();
  expect(await permissions.allowedIn(asking({ threadId: 'u' }), other)).toBe('thread');
  expect(await permissions.allowedIn(asking(), ask)).toBe('folder');
  permissions.forget(kept.list()[0]?.id ?? '');
  program = 'two';
  expect([places(), permissions.list()[0]?.holds]).toEqual([[thread('u')], false]);
});

test('nothing holds in a folder that is not trusted, or is not any more', async () => {
  const { permissions } = await start();
  await allow(permissions, asking(), ask, 'thread');
  await allow(permissions, asking(), ask, 'folder');
  trusted = false;
  expect(await permissions.allowedIn(asking(), ask)).toBeNull();
  for (const reach of ['thread', 'folder'] as const) {
    await expect(allow(permissions, asking({ threadId: 'u' }), ask, reach)).rejects.toThrow('do not trust this folder');
  }
});

test('another program of the same reference is allowed nothing, and the list says so', async () => {
  const { kept, permissions } = await start();
  await allow(permissions, asking(), ask, 'thread');
  await allow(permissions, asking(), { ...ask, title: 'Kept' }, 'folder');
  const allowed = () =>
    Promise.all([ask, { ...ask, title: 'Kept' }].map((one) => permissions.allowedIn(asking(), one)));
  expect(await allowed()).toEqual(['thread', 'folder']);
  program = 'two';
  expect(await allowed()).toEqual([null, null]);
  expect(kept.list().map(({ holds }) => holds)).toEqual([false]);
  await allow(permissions, asking(), { ...ask, title: 'Kept' }, 'folder');
  expect(kept.list().map(({ holds }) => holds)).toEqual([true, false]);
  program = 'one';
  expect(await allowed()).toEqual(['thread', 'folder']);
});

test('of what was allowed before programs were told apart nothing holds', async () => {
  const before = { id: 'p', agent: 'agent/settings/bird', agentName: 'Bird', folder, ask };
  await writeFile(join(home, 'permissions.json'), JSON.stringify({ permissions: [before] }));
  const { kept, permissions } = await start();
  expect(await permissions.allowedIn(asking(), ask)).toBeNull();
  expect(kept.list()).toMatchObject([{ id: 'p', holds: false }]);
});

test('without a folder there is the thread alone, and no list grows without end', async () => {
  const place = { id: 'p', agent: 'agent/settings/bird', program, agentName: 'Bird', folder };
  const many = Array.from({ length: maxPermissions }, (_, n) => ({ ...place, ask: { ...ask, title: `${n}` } }));
  await writeFile(join(home, 'permissions.json'), JSON.stringify({ permissions: many }));
  const { permissions } = await start();
  await expect(allow(permissions, asking({ folder: null }), ask, 'folder')).rejects.toThrow('has no folder');
  await allow(permissions, asking({ folder: null }), ask, 'thread');
  expect(await permissions.allowedIn(asking({ folder: null }), ask)).toBe('thread');
  await expect(allow(permissions, asking(), ask, 'folder')).rejects.toThrow('Remove some in Settings, Approvals');
});
