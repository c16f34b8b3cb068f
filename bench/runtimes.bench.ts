import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';
import { compareRounds, type Measure, type Question } from './measure.ts';
import { reportTarget } from './target.ts';

interface SeenCall {
  readonly name: 'bare' | 'ours';
  readonly round: number;
  readonly readyMs: number;
  readonly callUs: number;
}

const aspects = [
  { what: 'Lua: a state is ready', of: 'readyMs', unit: 'ms', atMost: 1.3 },
  { what: 'Lua: a tool is called with tables', of: 'callUs', unit: 'µs', atMost: 3 },
] as const;

interface SeenTurn {
  readonly name: 'alone' | 'hearing' | 'changing';
  readonly round: number;
  readonly turnMs: number;
}

const turns = [
  { what: 'Lua: a turn of a long thread that twenty scripts hear', name: 'hearing' },
  { what: 'Lua: a turn of a long thread that twenty scripts change', name: 'changing' },
] as const;

export const question: Question = {
  name: 'runtimes',
  asks: 'a script of Lua in the runtime of extensions, over wasmoon by itself; a turn with twenty, over one without',
  run: async () => [...(await calls()), ...(await heardTurns())],
};

async function calls(): Promise<Measure[]> {
  const seen = await seenBy<SeenCall>('runtimes');
  return aspects.map(({ what, of, unit, atMost }) => {
    const measure = compareRounds(what, unit, seen, { floor: 'bare', name: 'ours', of: (one) => one[of] });
    reportTarget(what, measure.ratio, { atMost });
    return measure;
  });
}

async function heardTurns(): Promise<Measure[]> {
  const seen = await seenBy<SeenTurn>('hearing');
  return turns.map(({ what, name }) =>
    compareRounds(what, 'ms', seen, { floor: 'alone', name, of: (one) => one.turnMs }),
  );
}

async function seenBy<Seen>(name: string): Promise<Seen[]> {
  const folder = await mkdtemp(join(tmpdir(), `outrigger-${name}-`));
  try {
    const app = join(folder, 'app');
    await bundleApp(name, ['main'], app, 'cjs');
    // In a process of Node wasmoon reads it from beside itself.
    await copyFile(createRequire(import.meta.url).resolve('wasmoon/dist/glue.wasm'), join(app, 'glue.wasm'));
    return await seenIn<Seen>([app, `--user-data-dir=${join(folder, 'data')}`]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
