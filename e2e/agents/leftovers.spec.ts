import { fileURLToPath } from 'node:url';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { endOf } from '../support/processes/end-of-app.ts';
import { processesNaming } from '../support/processes/process-tree.ts';
import { panelOf } from '../support/views/panel.ts';

const agentFile = fileURLToPath(new URL('../../src/main/agent-servers/testing/agent/main.ts', import.meta.url));
/** A number of seconds that nobody else sleeps. */
const word = `9${process.pid}.5`;
const left = () => processesNaming(`sleep ${word}`).filter(({ commandLine }) => commandLine.startsWith('sleep'));

/** The agent has a child that does not listen, one in a session of its own, and a command that the app runs for it. */
async function startThem({ page }: Outrigger): Promise<void> {
  const panel = panelOf(page);
  await panel.composer.press('ControlOrMeta+N');
  await expect(panel.turns).toHaveCount(0);
  await panel.choose('Bird');
  await panel.composer.fill(
    `fork trap "" TERM; sleep ${word}; true\nfork setsid sleep ${word}\nrun setsid sleep ${word} & sleep ${word}`,
  );
  await panel.composer.press('Enter');
  await expect.poll(() => left().length).toBe(4);
}

test('no process of an agent is left after the start that follows a kill, nor after a quit', async ({ launch }) => {
  const first = await launch({
    project: { 'a.txt': 'one\n' },
    settings: { agent_servers: { Bird: { command: process.execPath, args: [agentFile] } } },
  });
  await startThem(first);
  const second = await first.relaunch({ isKilled: true });
  await expect.poll(left).toEqual([]);
  await startThem(second);
  await endOf(second, () => second.app.evaluate(({ app }) => app.quit()));
  expect(left()).toEqual([]);
});
