import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { testFolder } from '../support/hosts/extension-folder.ts';
import { enduranceOf } from '../support/processes/endurance.ts';
import type {} from '../support/views/page-api.ts';

/**
 * Limits for an extension's requests to main. Honest loops are slowed down and work; one that evades the limits is
 * ended.
 */

/** Duration of an attack in milliseconds. */
const attackMs = lengthOf(600, 3_000);
type Kind = 'worker' | 'js';

interface Siege extends Outrigger {
  /**
   * Runs a command while a person types, and checks its effects. Neither main's loop nor a key may wait for it, in
   * most of the measurements.
   */
  endure(command: string, after?: () => Promise<unknown>): Promise<void>;
  /** @returns the error, or "" */
  command(id: string): Promise<string>;
  log(): Promise<string>;
  isRunning(): Promise<boolean>;
}

/** Starts the app with the greedy extension in a host of a kind. */
async function besiege(launch: (options: object) => Promise<Outrigger>, kind: Kind): Promise<Siege> {
  const folder = join(testFolder(), 'greedy');
  cpSync(join(import.meta.dirname, '..', 'extensions', 'greedy'), folder, { recursive: true });
  const manifest = join(folder, 'extension.toml');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"worker"', `"${kind}"`));
  const project = { 'notes.txt': '', 'data.txt': 'some text of a file\n'.repeat(5_000) };
  const outrigger = await launch({
    project,
    file: 'notes.txt',
    args: [`--extension-path=${folder}`],
    settings: { extensions: { greedy: { attack_ms: attackMs } } },
  });
  const { app, page } = outrigger;

  const command = (id: string) =>
    page.evaluate(async (commandId) => {
      const result = await window.outrigger.extensions.runCommand('greedy', commandId);
      return result.ok ? '' : result.failure.message;
    }, id);
  expect(await command('answer')).toBe('');
  const endure = await enduranceOf(app, page, page.getByRole('textbox', { name: 'Text of notes.txt' }));

  return {
    ...outrigger,
    command,
    endure: (id, after) => endure(id, () => command(id), after),
    log: () => page.evaluate(() => window.outrigger.hosts.logTail('greedy')),
    isRunning: () =>
      page.evaluate(async () => {
        const running = await window.outrigger.extensions.running();
        return running.some(({ extensionId, hostStatus }) => extensionId === 'greedy' && hostStatus === 'running');
      }),
  };
}

for (const kind of (['worker', 'js'] as const).slice(0, lengthOf(1, 2))) {
  test(`honest loops of an extension of the kind ${kind} slow down and work, and main hardly notices`, {
    tag: '@soak',
  }, async ({ launch }) => {
    test.setTimeout(600_000);
    const { endure, log, command, isRunning } = await besiege(launch, kind);

    await test.step('calls in full batches', () =>
      endure('calls', () => expect.poll(log, { timeout: 60_000 }).toMatch(/\d{4,} calls, 0 failed/)));
    await test.step('lines in each turn of its loop', () =>
      endure('log', () => expect.poll(log).toMatch(/… [\d,]{4,} lines were dropped/)));
    await test.step('lines in one turn that does not end', () => endure('log-busily'));
    await test.step('a file, again and again', () => endure('read', () => expect.poll(log).toMatch(/\d{2,} files/)));
    await test.step('two thousand files at once', () =>
      endure('read-all', () => expect.poll(log, { timeout: 60_000 }).toContain('2000 files, 0 failed')));
    await test.step('a reply of 900 MB', () => endure('big', async () => expect(await isRunning()).toBe(true)));
    await test.step('lines on the console', () => endure('console'));
    expect(await command('answer')).toBe('');
    expect(await isRunning()).toBe(true);
  });
}

test('an extension of the kind worker finds no port to main, whatever it watches', async ({ launch }) => {
  const { command, log } = await besiege(launch, 'worker');
  expect(await command('seize')).toBe('');
  await expect.poll(log).toContain('found 0 ports');
  expect(await command('batches')).toBe('');
  expect(await command('answer')).toBe('');
});

for (const [attack, does] of [
  ['batches', '(went on sending without waiting for the app|kept sending what is no message)'],
  ['message', 'sent a message of 90\\d MB'],
] as const) {
  test(`an extension that sends a ${attack === 'batches' ? 'flood' : 'huge message'} past the API is ended, and named`, {
    tag: '@soak',
  }, async ({ launch }) => {
    test.setTimeout(600_000);
    const { endure, command, isRunning, page, log } = await besiege(launch, 'js');
    if (attack === 'batches') await endure(attack);
    else await command(attack);
    const notice = page.getByText(new RegExp(`The extension Greedy extension ${does}`));
    await expect(notice).toContainText('It stays off until you restart it');
    expect(await isRunning()).toBe(false);
    await expect.poll(log).toMatch(new RegExp(`${does}, so it was ended`));
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(isRunning).toBe(true);
    expect(await command('answer')).toBe('');
  });
}
