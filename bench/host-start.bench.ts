import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runElectron } from './electron/electron-run.ts';
import { compare, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const pairs = roundsOf(15);

export const question: Question = {
  name: 'host-start',
  asks: 'extension host from fork to its first answer, over a bare utility process from fork to its first message',
  async run() {
    const userData = await mkdtemp(join(tmpdir(), 'outrigger-host-start-'));
    const app = join(import.meta.dirname, 'apps', 'host-start');
    const host = join(root, 'out', 'main', 'exthost.cjs');
    const run = runElectron([app, `--user-data-dir=${userData}`, host, String(pairs)]);
    try {
      const measured: { value: number; floor: number }[] = [];
      if (!run.child.stdout) throw new Error('the run has no output');
      createInterface({ input: run.child.stdout }).on('line', (line) => {
        if (line.startsWith('pair ')) measured.push(JSON.parse(line.slice(5)));
      });
      await run.line(/^done/);
      const measure = compare('host start', 'ms', measured);
      reportTarget('host start, over the floor', measure.ratio, { atMost: 1.05 });
      return [measure];
    } finally {
      await run.end();
      await rm(userData, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
