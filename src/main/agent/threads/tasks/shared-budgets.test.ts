import { expect, test, vi } from 'vitest';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { forever, say } from '../../../providers/memory-extension.fixture.ts';
import { agentSetting, ended, send } from '../../agent-setting.fixture.ts';
import { stop, text } from '../../turns/scripted-model.fixture.ts';

const set = agentSetting();

test('tasks at work at the same time spend from one budget, which is raised for all when one is let go on', async () => {
  set.threadLimit = { tokens: 40 };
  const used = (inputTokens: number) => ({ type: 'usage' as const, value: { inputTokens, outputTokens: 0 } });
  const agent = set.start({
    async *complete({ messages }) {
      const asked = messages.at(-1)?.content[0]?.value;
      yield* say(used(asked === 'much' ? 30 : 15), text(String(asked)));
      if (asked === 'much') await forever();
      yield* say(stop('end-turn'));
    },
  });
  const parentId = await send(agent);
  await ended(agent);
  const ending = new AbortController();
  const spawn = (task: string) =>
    agent.forExtensions.spawn(
      { extensionId: 'one', extensionName: 'One' },
      { task },
      { parentId },
      () => {},
      ending.signal,
    );
  const much = spawn('much');
  const said = () =>
    set.events.some((event) => event.type === 'thread-entries' && JSON.stringify(event).includes('"much"'));
  await vi.waitFor(() => expect(said()).toBe(true));

  const little = spawn('little');
  const paused = () =>
    set.events.flatMap((event) =>
      event.type === 'answer-activity' && event.activity?.type === 'paused' ? [{ ...event, ...event.activity }] : [],
    );
  await vi.waitFor(() => expect(paused()).toHaveLength(1));
  const [{ threadId = '', reason } = {}] = paused();
  expect(reason).toEqual({ type: 'limit', limit: { tokens: 40 }, spent: { tokens: 45, cost: 0 }, isOfParent: true });
  await agent.answerPause(threadId, true);
  expect(await little).toMatchObject({ status: 'completed', text: 'little' });
  expect(foldThread((await agent.thread()).entries).limit).toEqual({ tokens: 85 });
  ending.abort();
  await much.catch(() => {});
});
