import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ok } from '../../../shared/contract/errors.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { send } from '../../agent/agent-setting.fixture.ts';
import { agentsSetting, asked, calls } from '../agents-setting.fixture.ts';
import { createAgentPermissions } from './agent-permissions.ts';
import { openKeptPermissions } from './kept-permissions.ts';

const { set } = agentsSetting();

test('what the person allows from now on is not asked again, and what waits is answered by it; anything else is asked', async () => {
  const kept = await openKeptPermissions({
    path: join(set.folder, 'permissions.json'),
    onProblem: (sentence) => expect.unreachable(sentence),
    programOf: () => 'test',
  });
  const permissions = createAgentPermissions({ kept, isTrusted: async () => true });
  set.agentServers = { ...set.agentServers, permissions };
  const agent = set.start();
  const waits = await send(agent, 'permit npm test');
  const waiting = await asked(agent);
  await agent.newThread();
  const id = await send(agent, 'permit npm test\npermit npm test\npermit npm run other');
  const question = await asked(agent);
  const { allowFromNowOn } = agent.agents;
  expect(await allowFromNowOn(id, { ...question, revision: 1 }, 'folder')).toMatchObject({ ok: false });
  expect(await allowFromNowOn(id, question, 'folder')).toEqual(ok(null));
  await kept.flush();
  const questions = async (threadId: string) => {
    const opened = await agent.threads.open(threadId);
    const view = foldThread(opened.ok ? opened.value.entries : []);
    return calls(view.turns[0]?.answers[0]).flatMap((each) => each.questions);
  };
  await vi.waitFor(
    async () =>
      expect((await questions(id)).map(({ answer, allowsIn, allowedIn }) => [answer, allowsIn, allowedIn])).toEqual([
        ['once', 'folder', undefined],
        ['once', undefined, 'folder'],
        [undefined, undefined, undefined],
      ]),
    { timeout: 60_000 },
  );
  expect(await questions(waits)).toMatchObject([{ id: waiting.id, answer: 'once', allowedIn: 'folder' }]);
});
