import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateWhenTrue } from './devtools.ts';
import { runElectron } from './electron-run.ts';
import { compare, type Question, roundsOf } from './measure.ts';

const root = join(import.meta.dirname, '..');
const sample = join(root, 'resources', 'sample-project');
const pairs = roundsOf(9);

interface Editable {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly textLength: number;
  readonly isFocused: boolean;
}

/** Time from process start until the editor has the focus and a file's text is painted. */
async function editableWindow(userData: string): Promise<number> {
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

export const question: Question = {
  name: 'startup',
  asks: 'time to an editable window, over a bare Electron window that is ready to be shown',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-startup-'));
    const ours = join(folder, 'ours');
    const bare = join(folder, 'bare');
    try {
      // A first start of each fills the caches that every later start has.
      await editableWindow(ours);
      await bareWindow(bare);
      const measured: { value: number; floor: number }[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        const floor = await bareWindow(bare);
        measured.push({ floor, value: await editableWindow(ours) });
      }
      return [compare('editable window', 'ms', measured)];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
