import { expect, test } from '../fixtures.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { panelOf } from '../support/views/panel.ts';

test('the sample model shows each thing that an answer can hold', async ({ open }) => {
  const { page } = await open();
  const panel = panelOf(page);
  const { lastTurn } = panel;

  await test.step('a plain answer', async () => {
    await panel.ask('Greet me');
    await panel.ended();
    await expect(lastTurn.getByRole('paragraph').filter({ hasText: 'Hello' })).toHaveText('Hello, world!');
  });

  await test.step('thinking, folded away before the answer', async () => {
    await panel.ask('Think about it first, then greet me');
    await panel.ended();
    const thought = lastTurn.getByText(/^Thought/);
    const text = lastTurn.getByText('The question is short. A greeting answers it.');
    await expect(text).toBeHidden();
    await thought.click();
    await expect(text).toBeVisible();
    await thought.press('Enter');
    await expect(text).toBeHidden();
    await expect(lastTurn.getByText('Hello, world!')).toBeVisible();
  });

  await test.step('thinking that goes on, with its time, until it is stopped', async () => {
    await panel.ask(scriptOf('Think for long', [{ thinking: 'Where does one begin?', text: 'Here.', growMs: 60_000 }]));
    await expect(lastTurn.getByText(/^Thinking \d+ s/)).toBeVisible();
    await panel.stop.click();
    await panel.ended();
    await expect(lastTurn.getByText(/^Thought for \d+ s/)).toBeVisible();
    await expect(lastTurn.getByText(/^Thinking/)).toHaveCount(0);
  });

  await test.step('what the answer used', async () => {
    await panel.ask('Greet me and show the usage');
    await panel.ended();
    await expect(lastTurn.getByTitle(/12 tokens read, 4 written/)).toContainText('Sample');
  });

  await test.step('a tool that the model asks for though there is none, with its arguments', async () => {
    await panel.ask('Use a tool');
    await panel.ended();
    const tool = lastTurn.getByText('Asks for the tool read_file');
    await tool.click();
    await expect(lastTurn.getByRole('code').filter({ hasText: /^src\/parser\.ts$/ })).toBeVisible();
    await expect(lastTurn).toContainText('There is no tool of the name “read_file”.');
    await expect(lastTurn).toContainText('The tool failed: There is no tool of the name “read_file”.');
  });
});

test('a slow answer can be stopped by button and by Esc, and what was said is kept', async ({ open }) => {
  const { page, project } = await open({ isTrusted: true, settings: { toolRules: gateRules } });
  const gate = await gateIn(project);
  const panel = panelOf(page);
  const said = panel.said('This answer comes');
  const text = `This answer comes, ${'word after word, '.repeat(80)}to its end.`;
  const stops = {
    'the button': () => panel.stop.click(),
    'the key Esc': () => panel.composer.press('Escape'),
  };
  for (const [index, [name, stop]] of Object.entries(stops).entries()) {
    await test.step(name, async () => {
      await panel.ask(scriptOf('Answer for minutes', [{ text, growMs: 300 }]));
      await expect(panel.turns).toHaveCount(index + 1);
      await expect(said).toBeVisible();
      await expect(panel.root.getByText(/^Answering/)).toBeVisible();
      await stop();
      await panel.ended();
      await expect(said).toBeVisible();
      await expect(panel.lastTurn).toContainText('You stopped it. The answer so far is kept.');
      await expect(panel.composer).toBeFocused();
      await expect(said).not.toContainText('to its end.');
    });
  }
  await test.step('Retry goes from the beginning to the end', async () => {
    await panel.ask(
      scriptOf('Wait', [{ text: 'This answer comes slowly.', calls: [gate.call] }, { text: 'It ended.' }]),
    );
    await expect(said).toBeVisible();
    await panel.stop.click();
    await expect(panel.lastTurn.getByText('You stopped it.')).toBeVisible();
    await gate.open();
    await panel.retry.press('Enter');
    await expect(panel.composer).toBeFocused();
    await expect(panel.said('It ended')).toBeVisible();
    await expect(said).toHaveCount(1);
    await panel.ended();
    await expect(panel.lastTurn.getByText('You stopped it.')).toBeHidden();
  });
});

test('an error says what happened and what to do, and Retry asks once more', async ({ open }) => {
  const { page } = await open();
  const panel = panelOf(page);
  const wait = panel.lastTurn.getByRole('group', { name: 'The answer is waiting' });

  await test.step('a service that is busy', async () => {
    const busy = { error: 'provider-overloaded', retryAfterSeconds: 200 };
    await panel.ask(scriptOf('Be overloaded', [busy]));
    await expect(wait).toContainText('The sample model failed with provider-overloaded, as the script says.');
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await expect(wait).toContainText(`${attempt} of 5`);
      await wait.getByRole('button', { name: 'Retry now' }).click();
    }
    await expect(panel.failure).toContainText('It was tried 5 times.');
    await expect(panel.failure).toContainText('The service is busy. Retry in a moment.');
    await panel.retry.click();
    await expect(panel.turns).toHaveCount(1);
    await expect(wait).toContainText('The sample model failed with provider-overloaded');
    await panel.stop.click();
    await panel.ended();
  });
  await test.step('what the words of a prompt ask for', async () => {
    await panel.ask('Answer with an error');
    await expect(wait).toContainText('The sample model is overloaded, as you asked.');
    await panel.stop.click();
    await panel.ended();
    await panel.ask('Answer with an error rate limit');
    await expect(wait).toContainText('The sample model is asked too often, as you asked.');
    await panel.stop.click();
    await panel.ended();
  });
  await test.step('a key that is not accepted', async () => {
    await panel.ask('Answer with an error auth');
    await expect(panel.failure).toContainText(/did not accept the key, as you asked\.\s*Check the key, then retry/);
  });
});

test('an answer in Markdown is shown as such, code in colour', async ({ open }) => {
  const { app, page } = await open();
  const panel = panelOf(page);
  await panel.ask('Show me markdown');
  await panel.ended();
  const { lastTurn } = panel;

  await expect(lastTurn.getByRole('cell', { name: 'tightly' })).toHaveCSS('text-align', 'right');
  await expect(lastTurn.getByText('emphasis')).toHaveCSS('font-style', 'italic');

  const code = lastTurn.getByRole('figure').getByRole('code');
  await expect(code).toHaveText('export function double(value: number): number {\n  return value * 2;\n}');
  const colours = () =>
    code.evaluate((element) => {
      const parts = [...element.querySelectorAll('span')].filter(({ textContent }) => textContent.trim() !== '');
      return new Set(parts.map((part) => getComputedStyle(part).color)).size;
    });
  await expect.poll(colours).toBeGreaterThan(1);

  await lastTurn.getByRole('figure').hover();
  const copy = lastTurn.getByRole('button', { name: 'Copy code' });
  // The label changes for a moment only.
  const labels = await copy.evaluateHandle((button) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(button.getAttribute('aria-label'))).observe(button, { attributes: true });
    return seen;
  });
  await copy.click();
  await expect.poll(() => labels.jsonValue()).toContain('Copied');
  await expect(copy).toBeVisible();
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toBe('export function double(value: number): number {\n  return value * 2;\n}');
});
