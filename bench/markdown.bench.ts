import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContenderName, MarkdownPage } from './apps/markdown/page-api.ts';
import { bundlePage } from './electron/bundle-page.ts';
import { type DevtoolsSession, openSession } from './electron/devtools-session.ts';
import { runElectron } from './electron/electron-run.ts';
import { compare, isQuick, type Measure, median, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const length = isQuick ? 20_000 : 200_000;
const chunkLength = 20;
const chunksAFrame = 16;
const rounds = roundsOf(3);
const tenths = 10;
const heapPollMs = 100;
/** Pixels for each character of the answer: a windowed answer keeps most of its text out of the document, its height tells. */
const leastHeight = 0.08;

interface Run {
  /** Seconds of the main thread. */
  readonly cpu: number;
  /** Cost of a chunk of the last tenth over one of the first. */
  readonly growth: number;
  /** Milliseconds; 0 when none took 50. */
  readonly longestTask: number;
  /** Megabytes. */
  readonly peakHeap: number;
}

type Side = 'floor' | 'ours' | 'ours, highlighted' | 'streamdown' | 'react-markdown';

export const question: Question = {
  name: 'markdown',
  asks: 'what an answer of 200 kB in pieces of 20 bytes, 16 a frame, costs the main thread, over a page that appends plain text',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-markdown-'));
    const app = join(folder, 'app');
    try {
      await bundlePage('markdown', app, { 'highlight-code.ts': 'maybe-highlight-code.ts' });
      const runs = new Map<Side, Run[]>();
      const once = async (side: Side) => {
        const run = await runOnce(app, join(folder, 'data'), side);
        runs.set(side, [...(runs.get(side) ?? []), run]);
        console.log(`${side}: ${run.cpu.toFixed(2)} s, growth ${run.growth.toFixed(1)}`);
      };
      for (let round = 0; round < rounds; round++) {
        for (const side of ['floor', 'ours', 'streamdown', 'ours, highlighted'] as const) await once(side);
      }
      // It takes a minute.
      await once('react-markdown');
      report(runs);
      return [...runs].flatMap(([side, all]) => measuresOf(side, all, runs.get('floor') ?? []));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** A process of its own for each run: nothing is warm, and the heap is its own. */
async function runOnce(app: string, userData: string, side: Side): Promise<Run> {
  const electron = runElectron([app, `--user-data-dir=${userData}`, '--remote-debugging-port=0']);
  try {
    const [, endpoint = ''] = await electron.line(/DevTools listening on (ws:\S+)/);
    await electron.line(/^ready/);
    const session = await openSession(endpoint);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return await feed(session, side);
  } finally {
    await electron.end();
  }
}

async function feed(session: DevtoolsSession, side: Side): Promise<Run> {
  const name: ContenderName = side === 'ours, highlighted' ? 'ours' : side;
  if (name !== side) await session.evaluate(`void (location.hash = 'highlight')`);
  await session.evaluate(`page.begin('${name}', ${length}, ${chunkLength}, ${chunksAFrame})`);
  const costs: number[] = [];
  let before = await metric(session, 'TaskDuration');
  let peakHeap = 0;
  for (let tenth = 0; tenth < tenths; tenth++) {
    let isFed = false;
    const fed = session.evaluate(`page.feed(${tenth / tenths}, ${(tenth + 1) / tenths})`).finally(() => {
      isFed = true;
    });
    while (!isFed) {
      peakHeap = Math.max(peakHeap, await metric(session, 'JSHeapUsedSize'));
      await Promise.race([fed, delay(heapPollMs)]);
    }
    await fed;
    const after = await metric(session, 'TaskDuration');
    costs.push(after - before);
    before = after;
  }
  const seen = await session.evaluate<ReturnType<MarkdownPage['seen']>>('page.seen()');
  if (seen.height < length * leastHeight) throw new Error(`${side} is only ${seen.height} pixels high`);
  session.close();
  return {
    cpu: costs.reduce((sum, cost) => sum + cost, 0),
    growth: (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN),
    longestTask: seen.longestTask,
    peakHeap: peakHeap / 1e6,
  };
}

async function metric(session: DevtoolsSession, wanted: 'TaskDuration' | 'JSHeapUsedSize'): Promise<number> {
  const { metrics } = await session.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

function measuresOf(side: Side, all: readonly Run[], floors: readonly Run[]): Measure[] {
  const pairs = (of: (run: Run) => number) =>
    all.map((run, round) => ({ value: of(run), floor: of(floors[round] ?? run) }));
  return [
    compare(
      `${side}: main thread`,
      's',
      pairs(({ cpu }) => cpu),
    ),
    compare(
      `${side}: last tenth over first`,
      'x',
      pairs(({ growth }) => growth),
    ),
    compare(
      `${side}: longest task`,
      'ms',
      pairs(({ longestTask }) => longestTask),
    ),
    compare(
      `${side}: peak heap`,
      'MB',
      pairs(({ peakHeap }) => peakHeap),
    ),
  ];
}

function report(runs: ReadonlyMap<Side, readonly Run[]>): void {
  const ours = runs.get('ours') ?? [];
  const floors = runs.get('floor') ?? [];
  const ratio = (of: (run: Run) => number, side: Side = 'ours') =>
    median((runs.get(side) ?? []).map((run, round) => of(run) / of(floors[round] ?? run)));
  for (const side of ['ours', 'ours, highlighted'] as const)
    reportTarget(
      `${side}: main thread over the floor`,
      ratio(({ cpu }) => cpu, side),
      { atMost: 0.5 },
    );
  reportTarget(
    'growth over the floor’s',
    ratio(({ growth }) => growth),
    { atMost: 1.2 },
  );
  reportTarget('longest task, ms', median(ours.map(({ longestTask }) => longestTask)), { atMost: 50 });
  reportTarget('peak heap, MB', median(ours.map(({ peakHeap }) => peakHeap)), { atMost: 40 });
}
