import type { Asker } from './offer.ts';

/** Aspects that the bench measures of each contender. */
export interface Aspect {
  readonly name: string;
  readonly unit: string;
  /** Number of turns of each contender: many short ones where other work of the machine would fall on one alone. */
  readonly rounds: number;
  measure(asker: Asker): Promise<number>;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

const roundTrip: Aspect = {
  name: 'round trip p50',
  unit: 'µs',
  rounds: 25,
  async measure(asker) {
    const times: number[] = [];
    for (let count = 0; count < 400; count += 1) {
      const started = performance.now();
      await asker.add({ path: 'src/parser.ts', count });
      times.push((performance.now() - started) * 1000);
    }
    return median(times);
  },
};

const pipelined: Aspect = {
  name: '256 calls outstanding',
  unit: '1000/s',
  rounds: 5,
  async measure(asker) {
    const calls = 10_000;
    let made = 0;
    const started = performance.now();
    const lane = async () => {
      while (made < calls) {
        made += 1;
        const count = made;
        if ((await asker.add({ path: 'src/parser.ts', count })) !== count + 1) throw new Error('a wrong answer');
      }
    };
    await Promise.all(Array.from({ length: 256 }, lane));
    return calls / (performance.now() - started);
  },
};

const events: Aspect = {
  name: '50,000 events',
  unit: '1000/s',
  rounds: 5,
  async measure(asker) {
    const count = 50_000;
    const before = await asker.told();
    const started = performance.now();
    for (let step = 0; step < count; step += 1) asker.tell({ type: 'progress', step, text: 'reading src/parser.ts' });
    const told = (await asker.told()) - before;
    const taken = performance.now() - started;
    if (told !== count) throw new Error(`${told} of ${count} events came`);
    return count / taken;
  },
};

const megabyte: Aspect = {
  name: '1 MB of bytes',
  unit: 'µs',
  rounds: 15,
  async measure(asker) {
    const bytes = new Uint8Array(1024 * 1024).fill(7);
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const started = performance.now();
      if ((await asker.size(bytes)) !== bytes.byteLength) throw new Error('bytes were lost');
      times.push((performance.now() - started) * 1000);
    }
    return median(times);
  },
};

export const aspects = { roundTrip, pipelined, events, megabyte } satisfies Record<string, Aspect>;
export type AspectName = keyof typeof aspects;
