import { expect, test } from '../fixtures.ts';
import { enduranceOf } from '../support/processes/endurance.ts';
import { editorOf } from '../support/views/editor.ts';
import type {} from '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

/** What each fault of e2e/extensions/faulty-component comes to; what is no command is asked of its model. */
const commands = {
  trap: /failed in run-command: .*no level of the log/,
  loop: /ran for 5 s in run-command/,
  grow: /failed in run-command: .*512 MB/,
  flood: /ran for 5 s in run-command/,
} as const;
const prompts = {
  trap: /failed in llm-stream-completion-next: .*no level of the log/,
  loop: /ran for 5 s in llm-stream-completion-next/,
  large: /too large/,
  miscount: /input-?tokens/i,
} as const;

test('no key waits for a hostile component, it is named, and others answer meanwhile', { tag: '@soak' }, async ({
  launch,
}) => {
  test.setTimeout(900_000);
  const { app, page } = await launch({
    extensions: ['faulty-component'],
    project: { 'notes.txt': '' },
    file: 'notes.txt',
    settings: { model: 'faulty-component:faulty/faulty' },
  });
  const panel = panelOf(page);
  const endure = await enduranceOf(app, page, editorOf(page).text('notes.txt'));
  /** @returns why a command failed, or "" */
  const run = (id: string) =>
    page.evaluate(async (commandId) => {
      const ran = await window.outrigger.extensions.runCommand('faulty-component', commandId);
      return ran.ok ? '' : ran.failure.message;
    }, id);

  for (const [id, reason] of Object.entries(commands)) {
    await test.step(`the command ${id}`, async () => {
      await endure(id, () => run(id));
      expect(await run(id)).toMatch(reason);
      expect(await run('none')).toBe('');
    });
  }
  for (const [prompt, reason] of Object.entries(prompts)) {
    await test.step(`an answer: ${prompt}`, async () => {
      await panel.ask(prompt);
      await endure(`answer: ${prompt}`, () => panel.ended());
      await expect(panel.failure).toContainText('Faulty component');
      await expect(panel.failure).toContainText(reason);
      await expect(panel.lastTurn).toContainText('Before.');
    });
  }
});
