import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measure, Question } from './measure.ts';

/** Runs the questions named on the command line, all of them without a name, and writes table and JSON. */

const suffix = '.bench.ts';
const here = import.meta.dirname;
const known = (await readdir(here))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no question ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exit(2);
}

const results = join(here, 'results');
await mkdir(results, { recursive: true });
for (const name of wanted.length > 0 ? wanted : known) {
  const { question }: { question: Question } = await import(`./${name}${suffix}`);
  console.log(`\n${question.name}: ${question.asks}`);
  const measures = await question.run();
  printTable(measures);
  await writeFile(join(results, `${name}.json`), `${JSON.stringify(measures, null, 2)}\n`);
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
