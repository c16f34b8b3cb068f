import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePage } from './electron/bundle-page.ts';
import { evaluateWhenTrue } from './electron/devtools.ts';
import { type ElectronRun, runElectron } from './electron/electron-run.ts';
import { familyOf, percentOfCore } from './electron/process-use.ts';
import { compare, isQuick, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const rounds = roundsOf(3);
/** Late work of the start is over by then. */
const settleMs = isQuick ? 2_000 : 20_000;
const watchMs = isQuick ? 2_000 : 30_000;

const leastEditor = 'the least editor of React and CodeMirror';

interface Idle {
  /** Of all processes, what they share counted once. */
  readonly megabytes: number;
  /** Of a core. */
  readonly percent: number;
}

export const question: Question = {
  name: 'idle',
  asks: 'what the app with a folder, a file and the panel takes while nobody touches it, over a bare Electron window',
  async run() {
    if (process.platform !== 'linux') {
      console.log('not asked: only Linux tells the memory of a process without what others have of it');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-idle-'));
    const measured: { value: Idle; least: Idle; floor: Idle }[] = [];
    const least = join(folder, 'least-app');
    try {
      await bundlePage('least-editor', least);
      await startOnce(folder);
      for (let round = 0; round < rounds; round += 1) {
        const floor = await askFloor(join(folder, 'floor'));
        measured.push({ floor, least: await askLeast(least, folder), value: await askApp(folder) });
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    const over = (name: string, unit: string, get: (idle: Idle) => number, who: 'value' | 'least' = 'value') =>
      compare(
        name,
        unit,
        measured.map(({ floor, ...one }) => ({ value: get(one[who]), floor: get(floor) })),
      );
    const megabytes = (idle: Idle) => idle.megabytes;
    const percent = (idle: Idle) => idle.percent;
    const memory = over('memory', 'MB', megabytes);
    const processor = over('processor', '% of a core', percent);
    reportTarget('memory of the idle app, over the floor', memory.ratio, { atMost: 1.15 });
    reportTarget('processor of the idle app, % of a core', processor.value, { atMost: 0.2 });
    return [
      memory,
      over(`memory, ${leastEditor}`, 'MB', megabytes, 'least'),
      processor,
      over(`processor, ${leastEditor}`, '% of a core', percent, 'least'),
    ];
  },
};

/** The first start of an app is no day of its life: providers are asked for their models, which are kept. */
async function startOnce(folder: string): Promise<void> {
  await cp(join(root, 'resources', 'sample-project'), join(folder, 'project'), { recursive: true });
  const run = startApp(folder);
  const kept = join(folder, 'ours', 'provider-answers.json');
  try {
    const deadline = Date.now() + 60_000;
    while (!existsSync(kept) || !readFileSync(kept, 'utf8').includes('test-provider:sample')) {
      if (Date.now() > deadline) throw new Error('the providers did not say what they offer');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // The others have what remains of it.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  } finally {
    await run.end();
  }
}

function startApp(folder: string): ElectronRun {
  const project = join(folder, 'project');
  const file = join(project, 'src', 'parser.ts');
  return runElectron([root, `--user-data-dir=${join(folder, 'ours')}`, '--remote-debugging-port=0', project, file]);
}

async function askApp(folder: string): Promise<Idle> {
  const run = startApp(folder);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    await evaluateWhenTrue(
      endpoint,
      `document.querySelector('#agent-panel textarea, #agent-panel [role=textbox]')`,
      '1',
    );
    return await watch(run);
  } finally {
    await run.end();
  }
}

/** The same file in nothing else, with its caret. */
async function askLeast(app: string, folder: string): Promise<Idle> {
  const file = join(folder, 'project', 'src', 'parser.ts');
  const run = runElectron([app, `--user-data-dir=${join(folder, 'least')}`, file]);
  try {
    await run.line(/^painted/);
    return await watch(run);
  } finally {
    await run.end();
  }
}

async function askFloor(userData: string): Promise<Idle> {
  const app = join(import.meta.dirname, 'apps', 'bare-window');
  const run = runElectron([app, `--user-data-dir=${userData}`, '--remote-debugging-port=0']);
  try {
    await run.line(/^ready/);
    return await watch(run);
  } finally {
    await run.end();
  }
}

async function watch(run: ElectronRun): Promise<Idle> {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const before = familyOf(run);
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  const after = familyOf(run);
  if (process.env.OUTRIGGER_BENCH_DETAILS) console.log(JSON.stringify(after));
  return {
    megabytes: after.reduce((all, { kilobytes }) => all + kilobytes, 0) / 1000,
    percent: percentOfCore(before, after, watchMs),
  };
}
