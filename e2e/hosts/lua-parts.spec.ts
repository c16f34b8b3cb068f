import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { extensionsViewOf, runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/** Each part of what docs/extensions/lua.md names, by a script of e2e/extensions/scripts or hearing, as a person sees it. */

const roots = ['scripts', 'hearing'].map((name) => join(import.meta.dirname, '..', 'extensions', name));
const rule = (pattern: string, decision: 'allow' | 'deny') => ({ effect: 'command', pattern, decision, folder: '*' });
const toolRules = [...['echo *', 'sleep 30', 'false'].map((pattern) => rule(pattern, 'allow')), rule('rm *', 'deny')];

test('each part of what a script has works in the app', async ({ launch }) => {
  const { page } = await launch({
    settings: { model: 'test-provider:sample/sample', toolRules },
    isTrusted: true,
    args: roots.map((root) => `--extension-root=${root}`),
    prepare: (userData) => writeFile(join(userData, 'AGENTS.md'), 'Be brief.\n'),
  });
  const panel = panelOf(page);
  const { composer, lastTurn } = panel;
  const bar = page.getByRole('contentinfo').filter({ hasText: 'Extensions:' });
  const commands = panel.root.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  const alert = panel.root.getByRole('alert');
  const question = (name: string) => page.getByRole('alertdialog', { name });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const notice = (text: string) => page.getByRole('main').locator('section').filter({ hasText: text });
  const run = (command: string) => runSlashCommand(page, command);
  const begin = async (command: string) => {
    await composer.fill(command);
    await composer.press('Enter');
  };
  const ask = async (prompt: string) => {
    await panel.ask(prompt);
    await panel.ended();
  };
  await panel.commandsAreThere('/look');

  await test.step('around.lua: before anything was sent', async () => {
    expect(await run('/look')).toContain('{"aborted":false,"folder":"project","idle":true,"rules":true,"ui":true}');
  });
  await test.step('parameters.lua, requiring/init.lua: arguments, modules', async () => {
    await ask('Use the tool shape with {"count": 2, "ratio": 0.5, "words": ["a"], "inner": {"colour": "red"}}');
    await expect(lastTurn).toContainText('integer nil {"count":2,"inner":{"colour":"red"},"ratio":0.5,"words":["a"]}');
    await ask('Use the tool shape with {"count": "two"}');
    await expect(lastTurn).toContainText('The tool failed: count must be a whole number, and is "two"');
    expect(await run('/fetch')).toContain('near by [1] true');
  });
  await test.step('details.lua, failing.lua: results', async () => {
    await ask('Use the tool survey');
    await lastTurn.getByText('survey', { exact: true }).click();
    await lastTurn.getByText('Details', { exact: true }).click();
    await expect(lastTurn).toContainText(/"deep": "für dich".*"none": \[\].*"unknown": null/s);
    await expect(lastTurn).toContainText('The tool answered: first part second part');
    await ask('Use the tool decline');
    await expect(lastTurn).toContainText(/Ran decline of failing.*Not on a Sunday\./s);
    await ask('Use the tool stumble');
    await expect(lastTurn).toContainText(/Did not finish stumble.*extensions\/failing\.lua:10: There is a stone\./s);
  });
  await test.step('updates.lua: what a tool says while it runs', async () => {
    await panel.ask('Use the tool dig');
    await expect(question('Dig deeper?')).toBeVisible();
    await expect(lastTurn).toContainText('a foot deep');
    await question('Dig deeper?').getByRole('button', { name: 'Yes' }).click();
    await panel.ended();
    await expect(lastTurn).toContainText('dug, deeper: true');
  });
  await test.step('stopping.lua: a command of the palette stops an answer, and its tool knows', async () => {
    await panel.ask('Use the tool idle');
    await expect(bar).toContainText('Idle: waits');
    await runCommand(page, 'Stops the answer (/halt)');
    await expect(notice('halted, idle before: false')).toBeVisible();
    await expect(bar).toContainText('Idle: was stopped true');
    await panel.ended();
    await expect(lastTurn).toContainText('Did not finish idle of stopping');
  });
  await test.step('commands.lua: text, prompt, nothing, error', async () => {
    expect(await run('/reply to  me')).toContain('reply: [to  me]');
    expect(await run('/mute')).toContain('Done.');
    await begin('/trip');
    await expect(alert).toContainText('extensions/commands.lua:5: tripped over nothing');
    await begin('/pose again');
    await expect(lastTurn).toContainText('Say it **back**: again');
    await panel.ended();
  });
  await test.step('notices.lua: notices, an item of the status bar', async () => {
    await run('/tell');
    for (const text of ['All is well', 'The tide is high', 'The boat is gone'])
      await expect(notice(text)).toBeVisible();
    await run('/tide high');
    await expect(bar).toContainText('Tide: high');
    await run('/tide');
    await expect(bar).not.toContainText('Tide');
  });
  await test.step('asking.lua: each kind of question', async () => {
    await begin('/survey');
    await question('Sail today?').getByRole('button', { name: 'Yes' }).click();
    await expect(dialog('Which boat?').getByPlaceholder('The name of a boat')).toBeFocused();
    await page.keyboard.type('te\n');
    await dialog('Which harbour?').getByRole('option', { name: 'South' }).click();
    await expect(dialog('Who sails?').getByRole('textbox')).toHaveValue('Ann');
    await page.keyboard.type('Bea\n');
    await expect(dialog('What is aboard?').getByRole('textbox')).toHaveValue('rope\n');
    await dialog('What is aboard?').getByRole('button', { name: 'OK' }).click();
    await expect(lastTurn).toContainText('["true","Tern","7","Bea","rope\\n"]');
  });
  await test.step('prompting.lua: questions by type, of which some are closed and one goes away', async () => {
    await begin('/quiz');
    await expect(question('Ready?')).toContainText('It begins at once.');
    await page.keyboard.press('Escape');
    await dialog('Pick a door').getByRole('option', { name: 'Right' }).click();
    await dialog('Your guess?').getByRole('button', { name: 'Cancel' }).click();
    await expect(lastTurn).toContainText('false, Right, nil, nil');
  });
  await test.step('working.lua: progress, a report', async () => {
    await begin('/row');
    await expect(bar).toContainText('Rowing: half a mile');
    await question('Row on?').getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('region', { name: 'Preview of The log.md' })).toContainText('A mile');
    await expect(bar).not.toContainText('Rowing');
  });
  await test.step('memory.lua, json.lua, mistakes.lua: values and what is refused', async () => {
    expect(await run('/keep')).toContain('{"gone":"nil","keys":["list"],"list":[1,"two",{"three":true}]}');
    const converted = await run('/convert');
    expect(converted).toContain('{"back":{"a":[1,null,2.5],"b":{}},"c":"nil","empty":[],"null":true}');
    expect(converted).toMatch(/item 2 is nil.*list\n.*inner\.run\n.*JSON.*\n.*2\^53.*big/);
    const mistakes = await run('/mistake');
    expect(mistakes).toContain('extensions/mistakes.lua:5: there is no ctx.ui.mesage; did you mean ctx.ui.message?');
    expect(mistakes).toContain('zi.spawn needs a task');
    expect(mistakes).toContain('io.open is not available');
  });
  await test.step('programs.lua: programs that rules allow, one that is asked about, and one that a rule denies', async () => {
    await begin('/launch');
    const asked = question('May programs run this command?');
    await expect(asked).toContainText(/ls.*In src/);
    await asked.getByRole('button', { name: 'Allow once' }).click();
    await expect(lastTurn).toContainText(
      String.raw`["it's two\n",1,"out\nerr\n","lexer.ts\nmain.ts\nparser.ts\n",true,"nil",false,`,
    );
    expect(await run('/denied')).toContain('false extensions/programs.lua:11: A rule of the person denies it');
  });
  await test.step('thread.lua, models.lua: a root of the command line is asked about neither', async () => {
    expect(await run('/chronicle')).toMatch(
      /"labels":1,"last":"reply".*"name":"The chronicle","notes":1,"roles":"user a/,
    );
    await expect(panel.root.getByText('The chronicle').first()).toBeVisible();
    await expect(panel.root.getByText('a second note')).toBeVisible();
    expect(await run('/consult')).toMatch(/"first":"Hello, world!","name":"Sample","ready":true.*"stop":"end-turn"/);
    expect(await run('/look')).toContain('"window":32768');
  });
  await test.step('gating.lua, measuring.lua: a call that is changed and one that is stopped, and what a tool answered', async () => {
    await ask('Use the tool cut with {"depth": 1}');
    await expect(lastTurn).toContainText('The tool answered: cut 2 cm');
    await expect(lastTurn).toContainText('Changed by gating, measuring');
    await panel.ask('Use the tool cut with {"depth": 9}');
    await question('Cut that deep?').getByRole('button', { name: 'No' }).click();
    await panel.ended();
    await expect(lastTurn).toContainText('gating stopped it: too deep');
  });
  await test.step('transforming.lua: what a person wrote', async () => {
    await begin('twice ahoy');
    await expect(lastTurn).toContainText(/ahoy, ahoy.*Changed by transforming/s);
    await panel.ended();
    expect(await run('roll call')).toContain('All are here.');
  });
  await test.step('commanding.lua: commands after “!”', async () => {
    await begin('!greet');
    await expect(lastTurn).toContainText(/good day.*Changed by commanding.*You typed.*greet/s);
    await panel.ended();
    await begin('!!moon');
    await expect(lastTurn).toContainText(/Done by commanding.*It is full\..*Not sent/s);
    await panel.ended();
    await begin('!sink');
    await expect(lastTurn).toContainText('commanding stopped it: we want to go home');
    await panel.ended();
  });
  await test.step('spawning.lua: a task for a model', async () => {
    await ask('Use the tool delegate with {"task": "hello"}');
    await expect(lastTurn).toContainText('completed: Hello, world! (user, assistant)');
    await expect(lastTurn.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: /^hello/ })).toBeVisible();
  });
  await test.step('guests.lua: what is registered and taken away while a script runs', async () => {
    await run('/arrive');
    await composer.fill('/speak');
    await expect(commands.filter({ hasText: '/speak' })).toBeVisible();
    expect(await run('/speak')).toContain('a guest speaks');
    await ask('Use the tool guest_tool');
    await expect(lastTurn).toContainText('a guest works');
    await panel.choose('Visitor');
    await ask('hello');
    await expect(lastTurn).toContainText('a guest answers');
    await run('/depart');
    await composer.fill('/speak');
    await expect(commands.filter({ hasText: '/speak' })).toHaveCount(0);
    await composer.fill('hello');
    await composer.press('Enter');
    await expect(alert).toContainText('guests has no provider “guest” any more.');
  });
  await test.step('mirror.lua, guidelines.lua: answers by stream, and what tools tell a model', async () => {
    await panel.choose('Emits');
    await ask('hello');
    await expect(lastTurn).toContainText(
      /Emitted\. Measures a field\..*before you cut\..*twice\.\sNever measure at night\./s,
    );
    await panel.choose('Iterates');
    await ask('hello');
    await expect(lastTurn).toContainText('One, two, three.');
    await panel.choose('Lists');
    await ask('hello');
    await expect(lastTurn).toContainText('All at once.');
  });
  await test.step('instructing.lua, rewriting.lua: what models are told, messages and requests', async () => {
    await panel.choose('Echoes');
    await ask('Come aboard with pass-7');
    await expect(lastTurn).toContainText(/Got at 0\.5: .*Be brief\..*a sailor\. .*aboard with a pass.*is calm\./s);
    await expect(lastTurn.getByRole('list', { name: 'Sent with this message' })).toContainText('instructing');
  });
  await test.step('holding.lua: another version of a message, another thread', async () => {
    await run('/anchor');
    const asked = panel.turns.filter({ hasText: 'Come aboard' });
    await asked.hover();
    await asked.getByRole('button', { name: 'Edit and send again' }).click();
    await panel.expectDraft('Come aboard with pass-7');
    await composer.press('Enter');
    await expect(panel.root.getByText('holding keeps this message as it is: it is in the log.')).toBeVisible();
    await page.keyboard.press('Escape');
    await panel.root.getByRole('button', { name: 'New thread', exact: true }).click();
    await expect(panel.root.getByText('holding keeps you in this thread: at anchor, no new one.')).toBeVisible();
    await panel.root.getByRole('button', { name: 'Switch anyway' }).click();
    await expect(panel.turns).toHaveCount(0);
  });
  await test.step('observing.lua: each event that is told', async () => {
    expect(await run('/heard')).toContain('12: agent_end agent_start message_end');
  });
  await test.step('ending.lua: what a script does when it ends', async () => {
    expect(await run('/ends')).toContain('ended 0 times');
    const view = extensionsViewOf(page);
    await view.open();
    await view.item('ending').getByRole('button', { name: 'Reload' }).click();
    await view.close();
    // Nothing in the view says when it is done.
    await expect(async () => expect(await run('/ends')).toContain('ended 1 times')).toPass();
  });
});
