import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measure, Question } from './measure.ts';
import { takeMissed } from './target.ts';

/**
 * Runs the questions named on the command line, all of them without a name, and writes table and JSON. One fails when it
 * does not run to its end, or misses a target; with `--quick` it measures once, and only the first counts.
 */

const suffix = '.bench.ts';
const here = import.meta.dirname;
const known = (await readdir(here))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
const isQuick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((name) => name !== '--quick');
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no question ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exit(2);
}
// Before the benches are loaded, which read it.
process.env.OUTRIGGER_BENCH_QUICK = isQuick ? '1' : '0';

const results = join(here, 'results');
await mkdir(results, { recursive: true });
const failed: string[] = [];
const names = wanted.length > 0 ? wanted : known;
for (const name of names) {
  try {
    const { question }: { question: Question } = await import(`./${name}${suffix}`);
    console.log(`\n${question.name}: ${question.asks}`);
    const measures = await withLimit(question.run());
    printTable(measures);
    if (isQuick) continue;
    await writeFile(join(results, `${name}.json`), `${JSON.stringify(measures, null, 2)}\n`);
    const missed = takeMissed();
    if (missed > 0) failed.push(`${name} missed ${missed === 1 ? 'a target' : `${missed} targets`}`);
  } catch (error) {
    console.error(error);
    failed.push(`${name} did not run to its end`);
  }
}
for (const sentence of failed) console.log(`failed: ${sentence}`);
console.log(`\n${names.length - failed.length} passed, ${failed.length} failed`);
// Handles that a failed question left open must not keep the run from its end.
process.exit(failed.length === 0 ? 0 : 1);

/** A question that hangs must not take the others with it. */
async function withLimit<T>(answer: Promise<T>): Promise<T> {
  const minutes = isQuick ? 4 : 20;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const over = () => reject(new Error(`it had not ended after ${minutes} minutes`));
    timer = setTimeout(over, minutes * 60_000);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function printTable(measures: readonly Measure[]): void {
  const head = ['name', 'value', 'unit', 'floor', 'ratio'];
  const rows = measures.map(({ name, value, unit, floor, ratio }) => [
    name,
    value.toFixed(1),
    unit,
    floor.toFixed(1),
    ratio.toFixed(2),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
