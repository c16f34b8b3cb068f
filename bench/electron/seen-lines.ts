import { createInterface } from 'node:readline';
import { runElectron } from './electron-run.ts';

/** Runs an app of `apps/` until it is done. @returns what it said that it saw */
export async function seenIn<Seen>(args: readonly string[]): Promise<Seen[]> {
  const run = runElectron(args);
  try {
    const seen: Seen[] = [];
    if (!run.child.stdout) throw new Error('the run has no output');
    createInterface({ input: run.child.stdout }).on('line', (line) => {
      if (line.startsWith('seen ')) seen.push(JSON.parse(line.slice(5)));
    });
    await run.line(/^done/, 5 * 60_000);
    return seen;
  } finally {
    await run.end();
  }
}
