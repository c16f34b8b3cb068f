import { expect, test } from '../fixtures.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';

const extensions = ['toolbox'] as const;
const count = 'Use the tool word-count with {"text":"one two three"}';

const mayRun = (tool: string) => `May the tool ${tool} of Toolbox run?`;

test('a tool runs after the person allowed it, and the model goes on with its answer', async ({ open }) => {
  test.slow();
  const { page, project } = await open({
    isTrusted: true,
    settings: { toolRules: gateRules },
    extensions,
  });
  const panel = panelOf(page);
  const asked = askedOf(page);
  await panel.commandsAreThere();

  await test.step('the question says whose tool it is, what it gets and what it claims', async () => {
    await panel.ask(count);
    const question = asked.question(mayRun('word-count'));
    await expect(question).toContainText('Toolbox says that it changes nothing.');
    await expect(question.getByText('{ "text": "one two three" }')).toBeVisible();
    await expect(panel.root.getByText('Waiting for you')).toBeVisible();
  });
  await test.step('what came of it', async () => {
    await asked.allow(mayRun('word-count'));
    await panel.ended();
    await expect(panel.lastTurn).toContainText('The tool answered: 3 words');
    await panel.lastTurn.getByText('Ran word-count of Toolbox').click();
    await expect(panel.lastTurn.getByRole('figure').filter({ hasText: 'output' })).toContainText('3 words');
  });
  await test.step('two at once; one that fails says why, here and to the model', async () => {
    await panel.ask(`${count} and the tool fail`);
    await asked.question(mayRun('word-count')).getByRole('button', { name: 'Allow in this thread' }).click();
    await asked.allow(mayRun('fail'));
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Did not finish fail of Toolbox');
    await expect(panel.lastTurn.getByRole('paragraph').filter({ hasText: 'The tool failed:' })).toContainText(
      'The toolbox is empty.',
    );
  });
  await test.step('one that was allowed for the thread is not asked for again, in a new thread it is', async () => {
    await panel.ask(`${count} once more`);
    await panel.ended();
    await expect(panel.lastTurn).toContainText('The tool answered: 3 words');
    await page.keyboard.press('ControlOrMeta+N');
    await expect(panel.turns).toHaveCount(0);
    await panel.ask(count);
    await expect(asked.question(mayRun('word-count'))).toBeVisible();
  });
  await test.step('Stop ends the question', async () => {
    await panel.stop.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Not run: word-count of Toolbox');
    await expect(panel.lastTurn).toContainText('It was stopped.');
  });
  await test.step('what is typed when the question comes is not lost', async () => {
    const gate = await gateIn(project);
    await panel.composer.fill(scriptOf('Wait, then fail', [{ calls: [gate.call] }, { calls: [{ tool: 'fail' }] }]));
    await panel.composer.press('Enter');
    await page.keyboard.type('my next words');
    await panel.expectDraft('my next words');
    await gate.open();
    await expect(asked.question(mayRun('fail'))).toBeVisible();
    await panel.expectDraft('my next words');
    await expect(panel.composer).toBeFocused();
    await asked.deny(mayRun('fail'));
    await panel.ended();
  });
});

test('a tool that hangs is stopped, one whose process is killed fails, and the thread goes on', async ({ open }) => {
  test.slow();
  const { page } = await open({ extensions });
  const panel = panelOf(page);
  const asked = askedOf(page);
  await panel.commandsAreThere();

  await test.step('Stop while it runs', async () => {
    await panel.ask('Use the tool wait');
    await asked.allow(mayRun('wait'));
    await expect(panel.lastTurn).toContainText(/Runs wait of Toolbox [1-9]/);
    await panel.composer.press('Escape');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Did not finish wait of Toolbox');
    await expect(panel.lastTurn).toContainText('You stopped it.');
  });
  await test.step('its process ends while it runs', async () => {
    await panel.ask('Use the tool wait');
    await asked.allow(mayRun('wait'));
    await expect(panel.lastTurn).toContainText('Runs wait of Toolbox');
    process.kill(await hostPid(page, 'Toolbox'), 'SIGKILL');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Did not finish wait of Toolbox');
    await expect(panel.lastTurn.getByRole('paragraph').filter({ hasText: 'The tool failed:' })).toBeVisible();
  });
  await test.step('the extension is back for the next call', async () => {
    await panel.ask(count);
    await asked.allow(mayRun('word-count'));
    await expect(panel.lastTurn).toContainText('The tool answered: 3 words', { timeout: 60_000 });
    await panel.ended();
  });
});

test('slash commands are completed as one types, reply, prompt, stop and fail', async ({ open }) => {
  const { page } = await open({ extensions });
  const panel = panelOf(page);
  const { composer } = panel;
  const list = panel.root.getByRole('listbox', { name: 'Commands' });
  const options = list.getByRole('option');
  const active = list.getByRole('option', { selected: true });
  await panel.commandsAreThere();

  await test.step('the list opens at "/", filters, and is used by keyboard', async () => {
    await composer.pressSequentially('/');
    await expect(options.filter({ hasText: '/shout' })).toContainText('Replies in capital letters');
    await expect(options.filter({ hasText: '/shout' })).toContainText('Toolbox');
    const firstName = await active.textContent();
    await composer.press('ArrowDown');
    await expect(active).not.toHaveText(firstName ?? '');
    await expect(composer).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
    await composer.press('ArrowUp');
    await expect(active).toHaveText(firstName ?? '');
    await composer.pressSequentially('s');
    await expect(options.first()).toContainText('/shout');
    await expect(options.filter({ hasText: '/model' })).toHaveCount(0);
    await composer.press('Escape');
    await expect(list).toBeHidden();
    await panel.expectDraft('/s');
    await composer.pressSequentially('h');
    await expect(options).toHaveCount(1);
    await composer.press('Tab');
    await panel.expectDraft('/shout ');
    await expect(composer).toBeFocused();
    await expect(list).toBeHidden();
  });
  await test.step('a reply is shown as Markdown, with whose it is', async () => {
    await composer.pressSequentially('hello there');
    await expect(panel.root.getByText('Enter runs /shout of Toolbox')).toBeVisible();
    await composer.press('Enter');
    await expect(panel.lastTurn).toContainText('/shout hello there');
    await expect(panel.lastTurn.getByRole('strong')).toHaveText('HELLO THERE');
    await expect(panel.lastTurn).toContainText('Toolbox · not sent to a model');
    await panel.expectDraft('');
  });
  await test.step('a prompt is sent in the person’s name', async () => {
    await composer.fill('/ask this');
    await composer.press('Enter');
    await expect(panel.lastTurn).toContainText('Greet me and explain this');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Hello, world!');
  });
  await test.step('its arguments are offered by the extension, and one that is taken may run it', async () => {
    const offered = panel.root.getByRole('listbox', { name: 'Arguments' }).getByRole('option');
    await composer.pressSequentially('/ask ');
    await expect(offered).toHaveText([/apples.*Fruit of a tree/, 'apricots']);
    await expect(panel.root.getByText('Enter runs /ask')).toBeHidden();
    await composer.pressSequentially('app');
    await expect(offered).toHaveCount(1);
    await composer.press('Tab');
    await panel.expectDraft('/ask apples');
    await expect(offered).toHaveCount(0);
    for (let letter = 0; letter < 4; letter++) await composer.press('Backspace');
    await expect(offered).toHaveCount(2);
    await composer.press('Escape');
    await expect(offered).toHaveCount(0);
    await composer.pressSequentially('r');
    await expect(offered).toHaveText(['apricots']);
    await composer.press('Enter');
    await expect(panel.lastTurn).toContainText('Greet me and explain apricots and their stones');
    await panel.ended();
    await panel.expectDraft('');
  });
  await test.step('one that runs can be stopped, and what was typed stays', async () => {
    await composer.fill('/wait');
    await composer.press('Enter');
    await expect(panel.root.getByText(/^Running \/wait [1-9]/)).toBeVisible();
    await composer.press('Escape');
    await expect(panel.send).toBeVisible();
    await panel.expectDraft('/wait');
    await expect(panel.root.getByRole('alert')).toHaveCount(0);
  });
  await test.step('one that fails says why and what to do, and what was typed stays', async () => {
    await composer.fill('/stumble now');
    await composer.press('Enter');
    await expect(panel.root.getByRole('alert')).toContainText('/stumble: Toolbox failed: It stumbled.');
    await panel.expectDraft('/stumble now');
    await composer.fill('/stumble');
    await expect(options).toHaveCount(1);
    await composer.press('Enter');
    await expect(panel.root.getByRole('alert')).toContainText('/stumble: Toolbox failed: It stumbled.');
    await expect(panel.send).toBeVisible();
    // An open list would cover the message.
    await expect(list).toBeHidden();
  });
  await test.step('a word that is no command is sent as a message when Enter is pressed twice', async () => {
    const turns = await panel.turns.count();
    await composer.fill('/foo greet me');
    await composer.press('Enter');
    await expect(panel.root.getByText('There is no command /foo.')).toBeVisible();
    await expect(panel.turns).toHaveCount(turns);
    await composer.press('Enter');
    await expect(panel.turns).toHaveCount(turns + 1);
    await expect(panel.lastTurn).toContainText('/foo greet me');
    await panel.ended();
  });
});
