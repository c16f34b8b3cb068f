import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundlePage } from './electron/bundle-page.ts';
import { evaluateWhenTrue } from './electron/devtools.ts';
import { runElectron } from './electron/electron-run.ts';
import { compare, isQuick, type Measure, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const sample = join(root, 'resources', 'sample-project');
const rounds = roundsOf(9);

interface Editable {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly textLength: number;
  readonly isFocused: boolean;
  readonly tabCount: number;
}

interface Start {
  /** Folder and files to open; those of the last time when absent. */
  readonly targets?: readonly string[];
  /** Milliseconds before it is ended. */
  readonly restMs?: number;
  /** That are there then. */
  readonly tabs?: number;
}

const parser: Start = { targets: [sample, join(sample, 'src', 'parser.ts')] };

/** Time from process start until the editor has the focus and a file's text is painted. */
async function editableWindow(userData: string, { targets = [], restMs = 0, tabs }: Start): Promise<number> {
  const run = runElectron([root, `--user-data-dir=${userData}`, '--remote-debugging-port=0', ...targets]);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    const { at, textLength, isFocused, tabCount } = await evaluateWhenTrue<Editable>(
      endpoint,
      `document.documentElement?.dataset.editable === 'true'`,
      `({
        at: performance.timeOrigin + performance.getEntriesByName('outrigger:editable')[0].startTime,
        textLength: document.querySelector('.cm-content').textContent.length,
        tabCount: document.querySelectorAll('[role=tab]').length,
        isFocused: document.querySelector('.cm-content') === document.activeElement,
      })`,
    );
    if (!isFocused || textLength < 100) throw new Error('the mark came before the file was painted and focused');
    if (tabs !== undefined && tabCount !== tabs) throw new Error(`${tabCount} tabs in place of ${tabs}`);
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

/** A start with ten tabs that were open when the app ended. @param folder an empty one, which the caller removes */
export async function measureTabs(folder: string): Promise<Measure[]> {
  const [project, ours, bare] = ['project', 'tabs-data', 'bare-window'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const paths = Array.from({ length: 10 }, (_, at) => join(project, `module-${at}.ts`));
  await mkdir(project);
  const text = "export const value = f(1, 'text');\n".repeat(300);
  for (const path of paths) await writeFile(path, text);
  const tabs = paths.length;
  for (const path of paths) await editableWindow(ours, { targets: [project, path], restMs: 1_000 });
  await editableWindow(ours, { tabs, restMs: isQuick ? 0 : 8_000 });
  await bareWindow(bare);
  const pairs: { floor: number; value: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const floor = await bareWindow(bare);
    pairs.push({ floor, value: await editableWindow(ours, { tabs }) });
  }
  const measure = compare('start with ten tabs, over a bare window', 'ms', pairs);
  reportTarget('start with ten tabs, over a bare window', measure.ratio, { atMost: 1.25 });
  return [measure];
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
      await editableWindow(ours, { ...parser, restMs: isQuick ? 0 : 8_000 });
      await leastEditor(least, leastData, isQuick ? 0 : 8_000);
      await bareWindow(bare);
      const measured: { floor: number; least: number; value: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const floor = await bareWindow(bare);
        measured.push({ floor, least: await leastEditor(least, leastData), value: await editableWindow(ours, parser) });
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
