import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { listenOnLoopback } from '../servers/loopback.ts';
import { sampleModel } from '../support/shared-app.ts';
import { extensionsViewOf, runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { writeFiles } from '../support/write-files.ts';

const project = {
  'AGENTS.md': 'Answer in rhyme.\n',
  '.outrigger/prompts/greet.md': '---\ndescription: Says hello\n---\nGreet $1 and then $2.',
};

/** The request that the next prompt would send to the model, as the editor shows it. */
async function seen(page: Page) {
  await runCommand(page, 'Show What the Model Sees');
  const text = page.getByRole('textbox', { name: /^Text of .+\.md$/ });
  await expect(text).toContainText('What the model sees');
  return text;
}

test('rules and prompts of a folder count when it is trusted, those of the person always', async ({ launch }) => {
  const { page } = await launch({
    settings: { model: sampleModel },
    project,
    async prepare(userData) {
      const head = '---\ndescription: Greets them\nargument: <whom>\n---\n';
      await writeFiles(userData, {
        'AGENTS.md': 'Be brief.\n',
        'prompts/greet.md': `${head}Say hello to $ARGUMENTS.`,
      });
    },
  });
  const panel = panelOf(page);
  const notice = page.locator('section').filter({ hasText: 'has rules for models and prompts of its own' });
  const options = panel.root.getByRole('listbox', { name: 'Commands' }).getByRole('option');

  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  const before = await seen(page);
  await expect(before).toContainText('Be brief.');
  await expect(before).not.toContainText('Answer in rhyme.');
  await panel.composer.fill('/greet');
  await expect(options.filter({ hasText: 'Your prompt' })).toContainText(/<whom>.*Your prompt.*Greets them/);
  await expect(options.filter({ hasText: 'Prompt of this project' })).toHaveCount(0);
  await panel.composer.fill('/greet the parser');
  await expect(panel.root.getByText('Enter runs /greet', { exact: true })).toBeVisible();
  await panel.composer.press('Enter');
  await expect(panel.lastTurn).toContainText('Say hello to the parser.');
  await panel.expectDraft('');
  await panel.ended();

  await notice.getByRole('button', { name: 'Show extensions' }).click();
  const view = extensionsViewOf(page);
  await view.button('Trust folder').press('Enter');
  await expect(view.button('Stop trusting')).toBeVisible();
  await view.close();
  await panel.composer.fill('/greet');
  await expect(options.filter({ hasText: 'Prompt of this project' })).toContainText('Says hello');
  await panel.composer.fill('/project:greet "the reviewer" waves');
  await panel.composer.press('Enter');
  await expect(panel.lastTurn).toContainText('Greet the reviewer and then waves.');
  await panel.ended();
  await panel.composer.fill('/greet all of us');
  await panel.composer.press('Enter');
  await expect(panel.lastTurn).toContainText('Say hello to all of us.');
  await panel.ended();
  await expect(await seen(page)).toContainText('Answer in rhyme.');
});

test('a page that is mentioned is fetched as text, and what was summed up is told in its place', async ({ open }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Guide</title><script>evil()</script><h1>How to sail</h1><p>Mind the <b>wind</b>.</p>');
  });
  const { origin, close } = await listenOnLoopback(server);
  const url = `${origin}/guide`;
  const { page } = await open();
  const panel = panelOf(page);
  await expect(panel.model).not.toHaveAccessibleName(/Choos/);
  await panel.composer.fill(`Greet me after reading [@guide](${url})`);
  await panel.composer.press('Enter');
  await expect(panel.turns).toHaveCount(1);
  await panel.ended();
  await close();
  const text = await seen(page);
  await expect(text).toContainText('# How to sail');
  await expect(text).toContainText('Mind the **wind**.');
  await expect(text).not.toContainText('evil');

  await panel.composer.fill('/compact keep the wind');
  await panel.composer.press('Enter');
  await expect(panel.root.getByText(/Summarized up to here/).first()).toBeVisible();
  await panel.ended();
  const after = await seen(page);
  await expect(after).toContainText('<summary>');
  await expect(after).not.toContainText('How to sail');
});
