import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from '../fixtures.ts';
import type { ProviderServer } from '../servers/provider-server.ts';
import { heapOfMain } from '../support/processes/memory.ts';
import { stillRunning } from '../support/processes/process-tree.ts';
import type {} from '../support/views/page-api.ts';
import { type Panel, panelOf } from '../support/views/panel.ts';
import {
  apartFromBefore,
  mayCallTools,
  megabytesOf,
  processesOf,
  realAgents,
  settingOf,
  startDrilled,
} from './real-agents.ts';

/** For an agent to start and to answer, on a slow computer. */
const answerTime = 120_000;

for (const agent of realAgents) {
  const { name } = agent;
  test.describe(`${name} stays in hand`, { tag: '@soak' }, () => {
    let service: ProviderServer;
    let outrigger: Outrigger;
    let panel: Panel;
    let program: string;
    test.beforeEach(async ({ launch, folder }) => {
      test.setTimeout(600_000);
      service = await startDrilled(agent, () => outrigger.project);
      const row = await settingOf(agent, service.url, folder);
      [program = ''] = row.args;
      outrigger = await launch({ project: { 'a.txt': 'one\n' }, settings: { agent_servers: { [name]: row } } });
      panel = panelOf(outrigger.page);
      await panel.choose(name);
      await answers('alpha');
    });
    test.afterEach(() => service.close());

    async function answers(word: string): Promise<void> {
      await panel.ask(`Say ${word}`);
      await expect(panel.said(`I say ${word}.`)).toBeVisible({ timeout: answerTime });
      await panel.ended();
    }

    /** Begins an answer without an end. */
    async function talkOn(): Promise<void> {
      service.setPace({ delay: 20 });
      await panel.ask('Talk on');
      await expect(panel.said('I talk 0 1 2')).toBeVisible({ timeout: answerTime });
    }

    /** Stops, and notes how long it takes until the next prompt may be sent. */
    async function stop(what: string, button = panel.stop): Promise<void> {
      const start = performance.now();
      await button.click();
      await panel.send.waitFor();
      const took = Math.round(performance.now() - start);
      note(`stopped ${what}`, `${took} ms`);
      expect(took).toBeLessThan(1000);
    }

    test('stopped while it talks and while it asks, it is the person’s at once, and answers the next prompt', async () => {
      await talkOn();
      await stop('while it talks');
      service.setPace({});
      await answers('bravo');

      await panel.ask('Make made.txt');
      const question = panel.lastTurn.getByRole('group', { name: `May ${name} do this?` });
      const allow = question.getByRole('button', { name: agent.allow, exact: true });
      await expect(allow).toHaveAttribute('aria-disabled', 'false', { timeout: answerTime });
      await stop('while it asks');
      await expect(question).toHaveCount(0);
      await answers('charlie');
      await expect(access(join(outrigger.project, 'made.txt'))).rejects.toThrow();
      expect(processesOf(program)).toHaveLength(1);
    });

    test('killed in mid-turn, its answer keeps what came and says so, and Retry goes on with its session', async () => {
      await talkOn();
      const [tree = []] = processesOf(program);
      await apartFromBefore(agent);
      process.kill(Number(tree[0]?.pid), 'SIGKILL');
      await expect(panel.failure).toContainText(name);
      note('said of the kill', (await panel.failure.innerText()).replace(/\s+/g, ' '));
      await expect(panel.said('I talk 0 1 2')).toBeVisible();
      await expect.poll(() => stillRunning(tree)).toEqual([]);

      service.setPace({});
      await panel.retry.click();
      await panel.ended();
      await expect(panel.failure).toHaveCount(0);
      await expect(panel.said('I talk 0 1 2')).toBeVisible();
      await answers('bravo');
      const asked = service.completions().findLast(({ body }) => mayCallTools(body));
      expect(JSON.stringify(asked?.body)).toContain('Say alpha');
      expect(processesOf(program)).toHaveLength(1);
    });

    test('while its service has too much to do, its silence is told, Stop works, and it answers once that is over', async () => {
      service.setFault({ type: 'status', status: agent.overloaded });
      await panel.ask('Say bravo');
      const silence = panel.lastTurn.getByRole('group', { name: 'The answer is silent' });
      await expect(silence).toContainText(/ has said nothing for \d+ s\./, { timeout: 60_000 });
      note('said of the silence', (await silence.innerText()).replace(/\s+/g, ' '));
      await stop('while it retries', silence.getByRole('button', { name: 'Stop' }));
      await expect(silence).toHaveCount(0);

      await panel.ask('Say charlie');
      const before = service.completions().length;
      await expect.poll(() => service.completions().length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
      service.setFault(null);
      await expect(panel.said('I say charlie.')).toBeVisible({ timeout: answerTime });
      await panel.ended();
      await answers('delta');
    });

    test('no process of it is left after the start that follows a kill of the app in mid-turn', async () => {
      await talkOn();
      const all = processesOf(program).flat();
      note('before the kill', `${all.length} processes, ${megabytesOf(all)} MB`);
      outrigger = await outrigger.relaunch({ isKilled: true });
      await expect.poll(() => stillRunning(all)).toEqual([]);
      service.setPace({});
      await apartFromBefore(agent);
      panel = panelOf(outrigger.page);
      await answers('bravo');
    });

    test('twenty threads that were closed leave neither processes nor memory behind', async () => {
      const heaps: number[] = [];
      for (let at = 1; at <= 20; at += 1) {
        await panel.newThread();
        await answers(`word${at}`);
        if (at % 5 !== 0) continue;
        const trees = processesOf(program);
        expect(trees).toHaveLength(1);
        // Some have one for each session, of which few stay open.
        expect(trees.flat().length).toBeLessThan(10);
        heaps.push(await heapOfMain(outrigger.app));
        note(
          `with ${at} threads`,
          `${trees.flat().length} processes, ${megabytesOf(trees.flat())} MB; main ${heaps.at(-1)} MB`,
        );
      }
      // The first ones have loaded what is there once.
      expect(Math.max(...heaps)).toBeLessThan((heaps[0] ?? 0) + 20);
      await outrigger.page.evaluate(async () => {
        const { threads } = window.outrigger;
        for (const { id } of await threads.list()) await threads.remove(id);
      });
      const start = performance.now();
      await expect.poll(() => processesOf(program).flat(), { timeout: 120_000 }).toEqual([]);
      note(
        'gone after',
        `${Math.round((performance.now() - start) / 1000)} s; main ${await heapOfMain(outrigger.app)} MB`,
      );
    });
  });
}

/** For whoever reads the report of the run. */
const note = (type: string, description: string): void => {
  test.info().annotations.push({ type, description });
};
