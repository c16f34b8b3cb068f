import { setTimeout as after } from 'node:timers/promises';
import { app } from 'electron';
import { isQuick, roundsOf } from '../../measure.ts';
import { runApp } from '../run-app.ts';
import { type Contender, type ContenderName, contenders } from './contenders.ts';

/** Asks the test agent in Electron's main as the app does and as the protocol's own client does, in turn. */

const names = Object.keys(contenders) as ContenderName[];
const updates = isQuick ? 1_000 : 10_000;
const idleMs = isQuick ? 500 : 6_000;
const rounds = roundsOf(15, 2);
const floods = roundsOf(5);

const see = (what: string, name: string, round: number, value: number) =>
  console.log(`seen ${JSON.stringify({ what, name, round, value })}`);

/** Milliseconds from the prompt to the first word. */
async function firstWord(contender: Contender): Promise<number> {
  const since = performance.now();
  let at = 0;
  await contender.prompt('say Hello', () => {
    at ||= performance.now();
  });
  return at - since;
}

/** Milliseconds for which nothing else had its turn, at most. */
async function longestTask(contender: Contender): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now();
      await after(1);
      longest = Math.max(longest, performance.now() - since - 1);
    }
  })();
  let heard = 0;
  await contender.prompt(`flood ${updates}`, () => {
    heard++;
  });
  isOver = true;
  await watching;
  if (heard !== updates) throw new Error(`${heard} of ${updates} updates were heard`);
  return longest;
}

/** Percent of a core that this process takes while nobody asks it. */
async function idle(): Promise<number> {
  const before = process.cpuUsage();
  await after(idleMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / idleMs / 0.01;
}

void runApp(async () => {
  const folder = app.getPath('userData');
  await after(1_000);
  see('idle', 'the floor', 1, await idle());
  const launch = {
    name: 'Test Agent',
    program: 'agent',
    command: app.commandLine.getSwitchValue('node'),
    args: [app.commandLine.getSwitchValue('agent')],
    environment: { PATH: process.env.PATH ?? '' },
  };
  const asked = new Map<ContenderName, Contender>();
  for (const name of names) asked.set(name, await contenders[name](launch, folder));
  // The first round lets the compiler see everything once. Each round begins with another contender.
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length] as ContenderName;
      const contender = asked.get(name) as Contender;
      const value = await firstWord(contender);
      if (round > 0) see('first word', name, round, value);
      if (round <= floods) see('longest task', name, round, await longestTask(contender));
    }
  }
  await asked.get('the SDK')?.close();
  await after(1_000);
  see('idle', 'the app', 1, await idle());
  await asked.get('the app')?.close();
});
