import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { panelOf } from '../support/views/panel.ts';

const tiny = 'openai-compatible:openai-compatible/tiny';

test('an answer that is tried again says why and when, and can be hurried or given up', async ({ open }) => {
  const long = Array.from({ length: 60 }, (_, index) => `piece-${index + 1} `);
  const server = await startProviderServer(chatCompletions, { answer: () => ({ text: long }) });
  const { page } = await open({
    settings: { model: tiny, extensions: { 'openai-compatible': { base_url: server.url } } },
  });
  const panel = panelOf(page);
  const wait = panel.lastTurn.getByRole('group', { name: 'The answer is waiting' });

  await test.step('counted down, without moving, and cut short', async () => {
    server.setFault({ type: 'status', status: 503, retryAfter: '179', times: 1 });
    await panel.ask('Greet me');
    await expect(wait).toContainText(/Retrying in 2 min \d\d s \(2 of \d\)/);
    const now = wait.getByRole('button', { name: 'Retry now' });
    // Relative to the group, as the thread may still scroll to its end.
    const place = () =>
      now.evaluate((button) => {
        const from = button.closest('[role="group"]')?.getBoundingClientRect();
        const { left, top } = button.getBoundingClientRect();
        return from && [left - from.left, top - from.top];
      });
    const before = await place();
    const shown = await wait.textContent();
    await expect(wait).not.toHaveText(shown ?? '');
    expect(await place()).toEqual(before);
    await now.click();
    await expect(panel.lastTurn).toContainText('piece-60');
    await expect(wait).toBeHidden();
    await panel.ended();
  });
  await test.step('what had come before it broke off is kept', async () => {
    server.setFault({ type: 'drop', afterBytes: 4000, times: 1 });
    await panel.ask('Once more');
    await wait.getByRole('button', { name: 'Retry now' }).click();
    await expect(panel.lastTurn).toContainText('piece-60');
    await panel.ended();
    await expect(panel.lastTurn.getByText(/^Interrupted: .+ Retried\.$/)).toBeVisible();
    await expect(panel.lastTurn).toContainText(/piece-1 .*Interrupted: .*piece-1 .*piece-60/s);
  });
  await test.step('by itself when the service says, a second later', async () => {
    server.setFault({ type: 'status', status: 429, retryAfter: '1', times: 1 });
    await panel.ask('And soon');
    await expect(panel.lastTurn).toContainText('piece-60');
    await panel.ended();
  });
  await test.step('given up, which leaves what went wrong', async () => {
    server.setFault({ type: 'status', status: 429, retryAfter: '120' });
    await panel.ask('And again');
    await wait.getByRole('button', { name: 'Cancel' }).click();
    await panel.ended();
    await expect(panel.failure).toContainText(/is asked too often\..*Stopped by you\./);
    await expect(wait).toBeHidden();
  });
  await server.close();
});
