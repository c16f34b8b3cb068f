import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CompletionEvent } from '../../../../shared/contract/provider.ts';
import { agentSetting, answers, ended, toolParts } from '../../agent-setting.fixture.ts';
import { call, contents, count, countName, scripted, stop } from '../scripted-model.fixture.ts';

const set = agentSetting();

/** @returns what the tool was called with */
function countingTool(): unknown[] {
  const ran: unknown[] = [];
  const runTool = async (_tool: unknown, input: unknown) => `${ran.push(input)}`;
  set.offers = { ...set.offers, tools: () => [count], runTool };
  return ran;
}

test('a call that is told in small pieces leaves a small file, which is read as it was', async () => {
  countingTool();
  const whole = JSON.stringify({ text: 'x'.repeat(20_000) });
  const events: CompletionEvent[] = [];
  for (let length = 4; length < whole.length; length += 12) {
    const value = { id: 'a', name: countName, input: whole.slice(0, length), isInputComplete: false };
    events.push({ type: 'tool-use', value });
  }
  const { agent, ask } = scripted(set, [...events, call('a', countName, whole), stop('max-tokens')]);
  await ask();
  await ended(agent);
  await agent.close();
  const folder = join(set.folder, 'threads');
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(size).toBeLessThan(whole.length * 12);
  const [answer] = await answers(set.start());
  expect(toolParts(answer)[0]?.toolUse.input).toBe(whole);
});

test('calls of one step that have the same id all run, and each has its result', async () => {
  const ran = countingTool();
  const { agent, requests, ask } = scripted(set, [
    call('call', countName, '{"path":"a"}'),
    call('call', countName, '{"path":"b"}'),
    call('call', countName, '{"path":"b"}'),
    stop('tool-use'),
  ]);
  const id = await ask();
  await vi.waitFor(async () => expect(toolParts((await answers(agent))[0])[0]?.run?.state.type).toBe('waiting'));
  await agent.decideTool(id, 'call', 'allow-thread');
  await ended(agent);
  expect(ran).toEqual([{ path: 'a' }, { path: 'b' }]);
  expect(contents(requests[1]?.messages.at(-1))).toEqual(['result call 1', 'result call_2 2']);
});
