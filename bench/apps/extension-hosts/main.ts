import { declareSchemes } from '../../../src/main/platform/app-protocol.ts';
import { runApp } from '../run-app.ts';
import { measureMemory } from './memory.ts';
import { measureRecovery } from './recovery.ts';
import type { Seen } from './seen.ts';

/** Measures the app's extension hosts beside bare ones, round by round, and prints a JSON line for each thing it saw. */

const questions: Readonly<Record<string, () => Promise<Seen[]>>> = {
  recovery: measureRecovery,
  memory: measureMemory,
};
const [question = '', rounds] = process.argv.slice(-2);

async function run(): Promise<void> {
  const measure = questions[question];
  if (!measure) throw new Error(`there is no question ${question}`);
  // The first round fills what every later one finds filled.
  for (let round = 0; round <= Number(rounds); round += 1) {
    const all = await measure();
    if (round > 0) for (const seen of all) console.log(`seen ${JSON.stringify(seen)}`);
  }
}

declareSchemes();
void runApp(run);
