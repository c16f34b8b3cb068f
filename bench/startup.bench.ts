import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundlePage } from './bundle-page.ts';
import { evaluateWhenTrue } from './devtools.ts';
import { runElectron } from './electron-run.ts';
import { compare, isQuick, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const sample = join(root, 'resources', 'sample-project');
const rounds = roundsOf(9);

interface Editable {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly textLength: number;
  readonly isFocused: boolean;
}

/**
 * Time from process start until the editor has the focus and a file's text is painted.
 * @param restMs before it is ended
 */
async function editableWindow(userData: string, restMs = 0): Promise<number> {
  const run = runElectron([
    root,
    `--user-data-dir=${userData}`,
    '--remote-debugging-port=0',
    sample,
    join(sample, 'src', 'parser.ts'),
  ]);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    const { at, textLength, isFocused } = await evaluateWhenTrue<Editable>(
      endpoint,
      `document.documentElement?.dataset.editable === 'true'`,
      `({
        at: performance.timeOrigin + performance.getEntriesByName('outrigger:editable')[0].startTime,
        textLength: document.querySelector('.cm-content').textContent.length,
        isFocused: document.querySelector('.cm-content') === document.activeElement,
      })`,
    );
    if (!isFocused || textLength < 100) throw new Error('the mark came before the file was painted and focused');
    await delay(restMs);
    return at - run.startedAt;
  } finally {
    await run.end();
  }
}

/** The same for a window with nothing in it. */
async function bareWindow(userData: string): Promise<number> {
  const app = join(import.meta.dirname, 'apps', 'bare-window');
  const run = runElectron([app, `--user-data-dir=${userData}`, '--remote-debugging-port=0']);
  try {
    const [, at] = await run.line(/^ready (\d+)/);
    return Number(at) - run.startedAt;
  } finally {
    await run.end();
  }
}

/** The same for the least editor that can be made of React and CodeMirror, with nothing around it. */
async function leastEditor(app: string, userData: string, restMs = 0): Promise<number> {
  const run = runElectron([app, `--user-data-dir=${userData}`, sample, join(sample, 'src', 'parser.ts')]);
  try {
    const [, at] = await run.line(/^painted (\d+)/);
    await delay(restMs);
    return Number(at) - run.startedAt;
  } finally {
    await run.end();
  }
}

export const question: Question = {
  name: 'startup',
  asks: 'time to an editable window, over a bare Electron window that is ready to be shown',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-startup-'));
    const ours = join(folder, 'ours');
    const bare = join(folder, 'bare');
    const [least, leastData] = [join(folder, 'least-app'), join(folder, 'least')];
    try {
      await bundlePage('least-editor', least);
      // A first start of each fills the caches that every later start has; compiled code is kept a while after it ran.
      await editableWindow(ours, isQuick ? 0 : 8_000);
      await leastEditor(least, leastData, isQuick ? 0 : 8_000);
      await bareWindow(bare);
      const measured: { floor: number; least: number; value: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const floor = await bareWindow(bare);
        measured.push({ floor, least: await leastEditor(least, leastData), value: await editableWindow(ours) });
      }
      const over = (name: string, get: (one: (typeof measured)[number]) => { value: number; floor: number }) =>
        compare(name, 'ms', measured.map(get));
      const measure = over('editable window', ({ value, floor }) => ({ value, floor }));
      reportTarget('editable window, over the floor', measure.ratio, { atMost: 1.1 });
      return [
        measure,
        over('the least editor of React and CodeMirror', ({ least: value, floor }) => ({ value, floor })),
        over('editable window, over the least editor', ({ value, least: floor }) => ({ value, floor })),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
