import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { componentOf } from '../src/exthost/test-support/built-component.ts';
import { buildComponent } from '../src/shared/testing/components/build-component.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { compareRounds, type Question } from './measure.ts';
import { reportTarget } from './target.ts';

interface Seen {
  readonly name: 'bare' | 'ours';
  readonly round: number;
  readonly readyMs: number;
  readonly callUs: number;
}

const aspects = [
  { what: 'a component is ready', of: 'readyMs', unit: 'ms', atMost: 1.5 },
  { what: 'a tool of a component is called', of: 'callUs', unit: 'µs', atMost: 2 },
] as const;

export const question: Question = {
  name: 'components',
  asks: 'a component of WebAssembly in the runtime of extensions, over the output of jco alone in a thread that is asked by messages',
  async run() {
    const built = await buildComponent(join(import.meta.dirname, 'apps/components/component'));
    const { component, mainPath } = await componentOf(readFileSync(join(built, 'component.wasm')));
    const facts = JSON.stringify({ ...component, modules: Object.keys(component.modules) });
    const app = await mkdtemp(join(tmpdir(), 'outrigger-components-'));
    try {
      await bundleApp('components', ['main', 'thread', 'bare-thread'], app);
      // As new as the app's own engine: the Node of its fallback cannot read all modules of components.
      const args = [join(app, 'main.js'), dirname(fileURLToPath(mainPath)), facts];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const seen: Seen[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return aspects.map(({ what, of, unit, atMost }) => {
        const measure = compareRounds(what, unit, seen, { floor: 'bare', name: 'ours', of: (one) => one[of] });
        reportTarget(what, measure.ratio, { atMost });
        return measure;
      });
    } finally {
      await rm(app, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
