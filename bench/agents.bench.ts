import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askApp } from './agents-app.ts';
import { askFolder } from './agents-folder.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';
import { compareRounds, type Question } from './measure.ts';
import { reportTarget } from './target.ts';

interface Seen {
  readonly what: 'first word' | 'longest task' | 'idle';
  readonly name: string;
  readonly round: number;
  readonly value: number;
}

const root = join(import.meta.dirname, '..');
const agent = join(root, 'src', 'main', 'agent-servers', 'testing', 'agent', 'main.ts');
const frameMs = 1000 / 60;

export const question: Question = {
  name: 'agents',
  asks: 'a prompt to an agent server and 10,000 updates of its answer, put together as a thread, over the SDK’s own client in the same process',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-agents-'));
    try {
      const app = join(folder, 'app');
      await bundleApp('agents', ['main'], app);
      const switches = [`--node=${process.execPath}`, `--agent=${agent}`];
      const seen = await seenIn<Seen>([app, `--user-data-dir=${join(folder, 'data')}`, ...switches]);
      const of = ({ value }: Seen) => value;
      const over = (what: Seen['what'], unit: string, floor: string) =>
        compareRounds(
          `${what}: the app`,
          unit,
          seen.filter((one) => one.what === what),
          { floor, name: 'the app', of },
        );
      const word = over('first word', 'ms', 'the SDK');
      const task = over('longest task', 'ms', 'the SDK');
      const idle = over('idle', '% of a core', 'the floor');
      reportTarget('first word, ms over 1.1 times that of the SDK', word.value - 1.1 * word.floor, { atMost: frameMs });
      reportTarget('longest task of 10,000 updates, ms', task.value, { atMost: 50 });
      reportTarget('an idle connection, % of a core over none', idle.value - idle.floor, { atMost: 0.2 });
      const inApp = await askApp(folder, agent, word.floor);
      return [word, task, idle, ...inApp, await askFolder(join(folder, 'project'), folder)];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
