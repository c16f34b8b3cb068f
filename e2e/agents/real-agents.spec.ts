import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { type Answer, type SeenRequest, startProviderServer } from '../servers/provider-server.ts';
import { panelOf } from '../support/views/panel.ts';
import { apartFromBefore, mayCallTools, realAgents, settingOf } from './real-agents.ts';

for (const agent of realAgents) {
  const { name } = agent;
  test(`${name} edits after it was allowed, and goes on with its session after the next start`, {
    tag: '@soak',
  }, async ({ launch, folder }) => {
    test.setTimeout(600_000);
    let file = '';
    const answer = (prompt: string, body: unknown, { toolResults }: SeenRequest): Answer => {
      const wanted = mayCallTools(body) ? agent.edit(file, toolResults.length) : null;
      if (!wanted) return { text: prompt.includes('And now?') ? 'Now as before.' : 'It is done.' };
      const { name, input } = wanted;
      return { toolCalls: [{ id: `call-${toolResults.length}`, name, input: JSON.stringify(input) }] };
    };
    const service = await startProviderServer(agent.format, { answer });
    const settings = { agent_servers: { [name]: await settingOf(agent, service.url, folder) } };
    const first = await launch({ project: { 'a.txt': 'one\ntwo\n' }, settings });
    file = join(first.project, 'a.txt');
    const panel = panelOf(first.page);
    await panel.choose(name);

    await test.step('an edit is allowed by its own option, and under review', async () => {
      await panel.ask('Please edit a.txt');
      const question = panel.lastTurn.getByRole('group', { name: `May ${name} do this?` });
      const allow = question.getByRole('button', { name: agent.allow, exact: true });
      await expect(allow).toHaveAttribute('aria-disabled', 'false', { timeout: 120_000 });
      expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
      await allow.click();
      await expect(panel.said('It is done.')).toBeVisible();
      await panel.ended();
      expect(await readFile(file, 'utf8')).toBe('one\nTWO\n');
      await expect(panel.root.getByRole('button', { name: 'Reject all' })).toBeVisible();
    });

    await test.step('what it changed is restored', async () => {
      await panel.lastTurn.getByRole('button', { name: /^Restore/ }).click();
      await first.page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Restore/ })
        .click();
      await expect.poll(() => readFile(file, 'utf8')).toBe('one\ntwo\n');
    });

    await test.step('after the next start it knows what was said', async () => {
      await apartFromBefore(agent);
      const { page } = await first.relaunch();
      const again = panelOf(page);
      await again.ask('And now?');
      await expect(again.said('Now as before.')).toBeVisible({ timeout: 120_000 });
      const asked = service.completions().filter(({ body }) => JSON.stringify(body).includes('And now?'));
      expect(JSON.stringify(asked.at(0)?.body)).toContain('Please edit a.txt');
    });
    await service.close();
  });
}
