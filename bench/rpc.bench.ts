import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AspectName, aspects } from './apps/rpc/aspects.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';
import { compareRounds, type Measure, type Question } from './measure.ts';
import { reportTarget, type Target } from './target.ts';

/** Ratios over raw: of times at most, of throughputs at least. Outstanding calls wait for the budget that main gives a port. */
const targets: Record<string, Partial<Record<AspectName, Target>>> = {
  ours: { roundTrip: { atMost: 1.03 }, pipelined: { atLeast: 1 }, events: { atLeast: 10 }, megabyte: { atMost: 1.1 } },
  'ours, without a budget': { pipelined: { atLeast: 12 } },
};

interface Seen {
  readonly aspect: AspectName;
  readonly name: string;
  readonly round: number;
  readonly value: number;
}

/**
 * Asked between Electron's main and a utility process, where the app has its ports. Between two threads of Node a raw
 * message costs a fifth of what it costs here (1.5 µs, not 7), so that all ratios are others, and none is the app's.
 * It is stable enough for that: seen over six runs on busy cores, the round trip's ratio was 1.09 to 1.18.
 */
export const question: Question = {
  name: 'rpc',
  asks: 'the RPC, checked, acknowledged and with deadlines, and its peers, over raw postMessage on the same MessagePort',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-rpc-'));
    try {
      const app = join(folder, 'app');
      await bundleApp('rpc', ['main', 'answering'], app);
      const seen = await seenIn<Seen>([app, `--user-data-dir=${join(folder, 'data')}`]);
      return (Object.keys(aspects) as AspectName[]).flatMap((aspect) => comparePeers(aspect, seen));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** One line for each that is not the floor, ours first, in pairs with the floor of the same round. */
function comparePeers(aspect: AspectName, seen: readonly Seen[]): Measure[] {
  const ofAspect = seen.filter((one) => one.aspect === aspect);
  const { name: what, unit } = aspects[aspect];
  const measures: Measure[] = [];
  for (const peer of new Set(ofAspect.map(({ name }) => name))) {
    if (peer === 'raw') continue;
    const measure = compareRounds(`${what}: ${peer}`, unit, ofAspect, {
      floor: 'raw',
      name: peer,
      of: ({ value }) => value,
    });
    measures.push(measure);
    const target = targets[peer]?.[aspect];
    if (target) reportTarget(measure.name, measure.ratio, target);
  }
  return measures;
}
