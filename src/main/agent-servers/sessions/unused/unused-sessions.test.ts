import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../../../shared/contract/errors.ts';
import type { AgentService } from '../../../agent/agent-service.ts';
import { answers, ended, send, showNew, textOf } from '../../../agent/agent-setting.fixture.ts';
import { agentsSetting, ask, asked, viewOf } from '../../agents-setting.fixture.ts';
import type { SessionLimits } from '../../session-limits.ts';

const setting = agentsSetting();
const { set } = setting;
/** Longer than any test takes. */
const never = 3_600_000;

const withLimits = (limits: Partial<SessionLimits>) => {
  const usual = { quietMs: 200, graceMs: 200, unusedSessionMs: never };
  set.agentServers = { ...set.agentServers, limits: { ...usual, ...limits } };
};
const withArguments = (...args: readonly string[]) => {
  setting.launch = { ...setting.launch, args: [...setting.launch.args, ...args] };
};
/** Asks in a new thread, which is shown from then on. @returns its id */
async function askInNew(agent: AgentService, text: string): Promise<string> {
  const { id } = await showNew(agent);
  await ask(agent, text);
  return id;
}
/** How many sessions the agent has open, with that of a new thread in which it is asked. */
async function open(agent: AgentService): Promise<number> {
  await askInNew(agent, 'open');
  return Number(textOf((await answers(agent)).at(-1)));
}
const show = async (agent: AgentService, id: string) =>
  expect(await agent.threads.open(id)).toMatchObject({ ok: true });
/** What was asked and said in the thread that is shown. */
const told = async (agent: AgentService) => {
  const { turns, unprompted } = await viewOf(agent);
  expect(unprompted).toEqual([]);
  return turns.map(({ text, answers }) => [text, ...answers.map(textOf)]);
};

describe.each([
  ['version 1', 1, []],
  ['version 1, by its history', 1, ['--no-resume']],
  ['version 2', 2, []],
] as const)('a session that nobody uses, in %s', (_name, protocol, args) => {
  test('is closed when there are too many, and gone on with when it is wanted, as if it had been open', async () => {
    withLimits({ mostUnused: 1 });
    setting.launch = { ...setting.launch, protocol };
    withArguments(...args);
    const agent = set.start();
    const first = await askInNew(agent, 'say one\nusage 5 100');
    const options = async () => (await agent.agents.session(first))?.options ?? [];
    for (const { id, name } of await options()) {
      expect(await agent.agents.setOption(first, id, name === 'Mode' ? 'quick' : true)).toEqual(ok(null));
    }
    const before = await agent.agents.session(first);
    expect(before?.options.map(({ value }) => value)).toEqual(['quick', true]);
    const second = await askInNew(agent, 'say two');
    expect(await open(agent)).toBe(2);
    expect(await agent.agents.session(first)).toBeNull();
    expect(await agent.agents.session(second)).not.toBeNull();

    await show(agent, first);
    expect(await agent.agents.prepare(first)).toEqual(ok(null));
    expect(await agent.agents.session(first)).toEqual(before);
    expect(await told(agent)).toEqual([['say one\nusage 5 100', 'one']]);
    await ask(agent, 'say again', 2);
    expect(await told(agent)).toEqual([
      ['say one\nusage 5 100', 'one'],
      ['say again', 'again'],
    ]);
    expect(setting.started).toHaveLength(1);
  });
});

test.each([['that can close one'], ['that cannot close one', '--no-close']])(
  'when nobody has used a session of an agent %s for long, its process ends, and starts again when it is wanted',
  async (_name, ...args) => {
    // One that can close no session is not asked to open one anew while it may still have it.
    withLimits({ unusedSessionMs: 20, unusedMs: args.length > 0 ? never : 20 });
    withArguments(...args);
    const agent = set.start();
    const first = await askInNew(agent, 'pid');
    const pid = Number(textOf((await answers(agent)).at(-1)));
    // As long as it is shown, it stays.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await ask(agent, 'say still here', 2);
    expect(setting.started).toHaveLength(1);
    await showNew(agent);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 60_000 });
    await show(agent, first);
    await ask(agent, 'say again', 3);
    expect((await told(agent)).map((turn) => turn.at(-1))).toEqual([`${pid}`, 'still here', 'again']);
    expect(setting.started).toHaveLength(2);
  },
);

test('an agent that can close a session, and not go on with it, keeps all', async () => {
  withLimits({ mostUnused: 0, unusedSessionMs: 20 });
  withArguments('--no-resume', '--no-load');
  const agent = set.start();
  await askInNew(agent, 'say one');
  await askInNew(agent, 'say two');
  expect(await open(agent)).toBe(3);
});

test('a session stays open while something goes on in it', async () => {
  withLimits({ mostUnused: 0 });
  const agent = set.start();
  await askInNew(agent, 'say idle');
  await showNew(agent);
  const hanging = await send(agent, 'say half\nhang');
  await vi.waitFor(async () => expect(textOf((await answers(agent))[0])).toBe('half'), { timeout: 60_000 });
  await showNew(agent);
  const asking = await send(agent, 'ask Delete it');
  const question = await asked(agent);
  const over = join(set.folder, 'over');
  await askInNew(agent, `start until test -e ${over}; do sleep 0.02; done\nsay runs`);
  await showNew(agent);
  const alone = await askInNew(agent, 'alone Go on');
  await vi.waitFor(async () => expect((await viewOf(agent)).unprompted).toHaveLength(1), { timeout: 60_000 });
  // It may have kept nothing of what failed.
  await askInNew(agent, 'error broken');
  expect(await open(agent)).toBe(6);

  await agent.stop(hanging);
  await agent.stop(alone);
  expect(await agent.agents.answerQuestion(asking, question, 'once')).toEqual(ok(null));
  // The one that was stopped may be nothing that the agent has kept, as that which failed.
  await vi.waitFor(async () => expect(await open(agent)).toBe(4), { timeout: 60_000 });
  await writeFile(over, '');
  await vi.waitFor(async () => expect(await open(agent)).toBe(3), { timeout: 60_000 });
});

test('an agent that loses what it was asked to close is asked to close no other', async () => {
  withLimits({ mostUnused: 0 });
  withArguments('--forgets');
  const agent = set.start();
  const first = await askInNew(agent, 'say one');
  const second = await askInNew(agent, 'say two');
  await show(agent, first);
  await send(agent, 'say again');
  const failure = { code: 'agent-session-gone', message: expect.stringContaining('Test Agent') };
  expect((await ended(agent, 2)).at(-1)?.end).toMatchObject({ type: 'failed', failure });
  expect(await agent.agents.newSession(first)).toEqual(ok(null));
  await agent.retry(first);
  expect(textOf((await ended(agent, 3)).at(-1))).toBe('again');
  expect(await open(agent)).toBe(2);
  expect(await open(agent)).toBe(3);
  await show(agent, second);
});
