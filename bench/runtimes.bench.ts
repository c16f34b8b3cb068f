import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';
import { compare, type Question } from './measure.ts';
import { reportTarget } from './target.ts';

interface Seen {
  readonly name: 'bare' | 'ours';
  readonly round: number;
  readonly readyMs: number;
  readonly callUs: number;
}

const aspects = [
  { what: 'Lua: a state is ready', of: 'readyMs', unit: 'ms', atMost: 1.3 },
  { what: 'Lua: a tool is called with tables', of: 'callUs', unit: 'µs', atMost: 3 },
] as const;

export const question: Question = {
  name: 'runtimes',
  asks: 'a script of Lua in the runtime of extensions, over wasmoon by itself',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-runtimes-'));
    try {
      const app = join(folder, 'app');
      await bundleApp('runtimes', ['main'], app, 'cjs');
      // In a process of Node wasmoon reads it from beside itself.
      await copyFile(createRequire(import.meta.url).resolve('wasmoon/dist/glue.wasm'), join(app, 'glue.wasm'));
      const seen = await seenIn<Seen>([app, `--user-data-dir=${join(folder, 'data')}`]);
      return aspects.map(({ what, of, unit, atMost }) => {
        const floors = new Map(seen.filter(({ name }) => name === 'bare').map((one) => [one.round, one[of]]));
        const pairs = seen
          .filter(({ name }) => name === 'ours')
          .map((one) => ({ value: one[of], floor: floors.get(one.round) ?? Number.NaN }));
        const measure = compare(what, unit, pairs);
        reportTarget(what, measure.ratio, { atMost });
        return measure;
      });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
