import { join } from 'node:path';
import { MessageChannelMain, utilityProcess } from 'electron';
import { roundsOf } from '../../measure.ts';
import { runApp } from '../run-app.ts';
import { type AspectName, aspects } from './aspects.ts';
import { type ContenderName, contenders } from './contenders.ts';
import type { Asker } from './offer.ts';

/** The asking process of `rpc`: measures every aspect of every contender in turn, and prints a JSON line for each. */

const names = Object.keys(contenders) as ContenderName[];

async function connect(): Promise<Map<ContenderName, Asker>> {
  const child = utilityProcess.fork(join(import.meta.dirname, 'answering.js'), [], { stdio: 'inherit' });
  await new Promise((resolve) => child.once('spawn', () => resolve(null)));
  const askers = new Map<ContenderName, Asker>();
  for (const name of names) {
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(name, [port2]);
    askers.set(name, contenders[name].ask(port1));
    port1.start();
  }
  return askers;
}

void runApp(async () => {
  const askers = await connect();
  for (const aspect of Object.keys(aspects) as AspectName[]) {
    const { measure } = aspects[aspect];
    const rounds = roundsOf(aspects[aspect].rounds);
    // The first round lets the compiler see everything once. Each round begins with another contender.
    for (let round = 0; round <= rounds; round += 1) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(turn + round) % names.length];
        const asker = name && askers.get(name);
        if (!asker) continue;
        const value = await measure(asker);
        if (round > 0) console.log(`seen ${JSON.stringify({ aspect, name, round, value })}`);
      }
    }
  }
});
