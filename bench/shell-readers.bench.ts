import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  chain,
  isDoubtful,
  present,
  shellOracle,
  shells,
  soup,
  toldCalls,
  worded,
} from '../src/main/tools/shell/shell-oracle.fixture.ts';
import { partsOf } from '../src/main/tools/shell/shell-parts.ts';
import { readShell, type ShellText } from '../src/main/tools/shell/shell-words.ts';
import { type Measure, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';
import { installTreeSitter, treeSitterFiles, treeSitterReader } from './tree-sitter-shell.ts';

const lineCount = roundsOf(4_000, 200);
/** The first of a run; others repeat with it. */
const seed = 1;
const longLine = 20_000;
/** Constructs that cost one reader or the other much, over and over. */
const hostile = ['a ', '<<a', '$(', '`', '"$(', '((', '{a,b}', '\\\n', 'a|', "a='", '${', 'a=!'];

interface Reader {
  readonly read: (line: string) => ShellText;
  allowed: number;
  wrong: number;
  seen: number;
}

export const question: Question = {
  name: 'shell-readers',
  asks: 'what our reader of shell lines makes of random lines that real shells run, over tree-sitter-bash under the same policy',
  async run() {
    await installTreeSitter();
    const start = performance.now();
    const grammar = await treeSitterReader();
    const loadMs = performance.now() - start;
    const bytes = await Promise.all(treeSitterFiles.map(async (file) => (await stat(file)).size));
    const readers = [readShell, grammar].map((read): Reader => ({ read, allowed: 0, wrong: 0, seen: 0 }));
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-shells-'));
    const lines = fc.sample(fc.oneof(soup, worded, chain), { numRuns: lineCount, seed });
    let ran = 0;
    try {
      const run = await shellOracle(folder);
      for (const [at, line] of lines.entries())
        ran += await judge(line, shells[at % shells.length] ?? '/bin/sh', run, readers);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const figure = (name: string, unit: string, of: (reader: Reader) => number): Measure => {
      const [value = 0, floor = 0] = readers.map(of);
      return { name, unit, value, floor, ratio: value / floor };
    };
    const measures = [
      figure('lines that a rule could allow', 'lines', ({ allowed }) => allowed),
      figure('of them run otherwise than told', 'lines', ({ wrong }) => wrong),
      figure('commands that ran and were seen', '%', ({ seen }) => (100 * seen) / ran),
      figure(
        'a line',
        'µs',
        ({ read }) => (1_000 * msOf(() => lines.map((line) => partsOf(line, 'linux', read)))) / lineCount,
      ),
      figure(`the worst line of ${longLine} characters`, 'ms', ({ read }) =>
        Math.max(...hostile.map((piece) => worstOf(piece, read))),
      ),
      figure('to load', 'ms', ({ read }) => (read === grammar ? loadMs : 0)),
      figure('code and WASM', 'MB', ({ read }) =>
        read === grammar ? bytes.reduce((sum, size) => sum + size) / 1e6 : 0,
      ),
    ];
    reportTarget('lines of ours that run otherwise than told', readers[0]?.wrong ?? Number.NaN, { atMost: 0 });
    return measures;
  },
};

/** Lines of which nobody knows beforehand that they write no file are not run. @returns how many commands ran */
async function judge(
  line: string,
  shell: string,
  run: Awaited<ReturnType<typeof shellOracle>>,
  readers: readonly Reader[],
): Promise<number> {
  const allowing = readers.filter(({ read }) => !isDoubtful(line, read));
  for (const reader of allowing) reader.allowed += 1;
  if (allowing.length === 0 && /[<>]/.test(line)) return 0;
  const { calls, files } = await run(shell, line);
  for (const reader of allowing) {
    const told = toldCalls(reader.read(line));
    if (`${files}` !== `${present}` || calls.some((call) => !told.includes(call))) reader.wrong += 1;
  }
  for (const reader of readers) {
    // The shells write a word with "/" behind it, a spelling has blanks between them.
    const spelt = new Set(partsOf(line, 'linux', reader.read).spellings.map((each) => `${each.replaceAll(' ', '/')}/`));
    reader.seen += calls.filter((call) => spelt.has(call.toLowerCase().replaceAll(' ', '/'))).length;
  }
  return calls.length;
}

const worstOf = (piece: string, read: Reader['read']): number =>
  msOf(() => partsOf(piece.repeat(Math.ceil(longLine / piece.length)).slice(0, longLine), 'linux', read));

function msOf(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}
