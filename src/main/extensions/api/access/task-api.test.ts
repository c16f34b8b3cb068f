import { expect, test } from 'vitest';
import type { Access } from '../../../../shared/contract/access.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import type { AgentService } from '../../../agent/agent-service.ts';
import { agentSetting, hang, sendAndHang } from '../../../agent/agent-setting.fixture.ts';
import { call, count, countName, scripted, stop, text } from '../../../agent/turns/scripted-model.fixture.ts';
import type { CallRun } from '../../../tools/call-run.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createWaitingCalls } from '../waiting-calls.ts';
import { createAccessGate } from './access-gate.ts';
import { createTaskApi } from './task-api.ts';

const set = agentSetting();
const caller = manifestOf('one');

function apiOf(agent: AgentService, allowed: readonly Access[] = ['spawn-threads'], running?: Partial<CallRun>) {
  const waiting = createWaitingCalls();
  const open = createTaskApi({
    threads: () => agent.forExtensions,
    tools: { callOf: () => running as CallRun },
    access: createAccessGate({
      ask: async () => null,
      originOf: () => '/one',
      allowed: () => allowed,
      keep: async () => {},
    }),
    waiting,
    log: { write: () => {} },
  });
  type Asked = Partial<Parameters<typeof open>[1]>;
  const spawn = (asked: Asked = {}, signal = new AbortController().signal) =>
    open(caller, { task: { task: 'Look around' }, events: [], ...asked }, signal);
  return { spawn, waiting };
}

test('the events that are wanted come in order, and the end is the last', async () => {
  set.offers = { ...set.offers, tools: () => [{ ...count, asksByEffect: true }], runTool: async () => '2 words' };
  const steps = [
    [text('Let me see.'), call('t', countName), stop('tool-use')],
    [text('Two.'), stop('end-turn')],
  ];
  const { agent } = scripted(set, ...steps, ...steps);
  const { spawn, waiting } = apiOf(agent);
  const items = [];
  for await (const item of spawn({ events: ['message_end', 'tool_execution_end', 'agent_end'] })) {
    expect(waiting.isWaiting('one')).toBe(true);
    items.push('told' in item ? [item.told.id, item.told.threadId] : item.ended);
  }
  const [thread] = await agent.threads.list();
  const told = ['message_end', 'message_end', 'tool_execution_end', 'message_end', 'agent_end'];
  expect(items).toEqual([
    ...told.map((name) => [name, thread?.id]),
    expect.objectContaining({ threadId: thread?.id, status: 'completed', text: 'Two.' }),
  ]);
  expect(waiting.isWaiting('one')).toBe(false);

  const updates = [];
  for await (const item of spawn({ events: ['message_update'] })) updates.push('told' in item ? 'told' : 'ended');
  expect(updates).toEqual(['told', 'told', 'ended']);
});

test('none begins without leave', async () => {
  const agent = set.start();
  const { spawn } = apiOf(agent, []);
  const asking = (async () => {
    for await (const _item of spawn());
  })();
  await expect(asking).rejects.toThrow('You have not let Extension one begin threads of its own.');
  expect(await agent.threads.list()).toEqual([]);
});

test.each(['the stream is left', 'the signal of the port aborts', 'the call is over'])(
  'a task ends when %s',
  async (how) => {
    const agent = set.start({ complete: hang });
    const parent = await sendAndHang(agent);
    const [port, over] = [new AbortController(), new AbortController()];
    const at = { threadId: parent, promptId: 'p', root: null };
    const { spawn, waiting } = apiOf(agent, undefined, { at, toolUseId: 'use', signal: over.signal });
    const asked = how === 'the call is over' ? { callId: 'c' } : { threadId: parent };
    for await (const item of spawn({ events: ['message_update'], ...asked }, port.signal)) {
      if ('ended' in item) break;
      if (how === 'the stream is left') break;
      (how === 'the call is over' ? over : port).abort();
    }
    expect(waiting.isWaiting('one')).toBe(false);
    await expect
      .poll(async () => {
        const child = (await agent.threads.list()).find(({ origin }) => origin);
        const read = child && (await agent.threads.readAhead(child.id));
        return read?.ok && foldThread(read.value.entries).turns[0]?.answers[0]?.end;
      })
      .toEqual({ type: 'stopped-by-person' });
    const { tasks } = foldThread((await agent.thread()).entries);
    expect(tasks).toMatchObject([how === 'the call is over' ? { toolUseId: 'use' } : { title: 'Look around' }]);
  },
);
