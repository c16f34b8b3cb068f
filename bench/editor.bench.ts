import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { measureTexts } from './editor-texts.ts';
import { evaluateWhenTrue } from './electron/devtools.ts';
import { type DevtoolsSession, openSession } from './electron/devtools-session.ts';
import { runElectron } from './electron/electron-run.ts';
import { measureGrammar } from './grammar-keys.ts';
import { compare, isQuick, type Measure, percentile, type Question, roundsOf } from './measure.ts';
import { measureTabs } from './startup.bench.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const rounds = roundsOf(3);
const files = isQuick ? 2_000 : 100_000;
const entries = isQuick ? 1_000 : 50_000;
/** Between two keys, as of a quick typist. */
const keyPauseMs = 80;
/** Searches of each start, each beside one of bare ripgrep. */
const searchRounds = roundsOf(5);
/** Typed one after another into Go to File, each word anew. */
const words = ['parser', 'mod7view', 'srv index', 'x/m/99', 'e'];

interface Run {
  /** Milliseconds. */
  readonly usable: number;
  readonly expanded: number;
  readonly listed: number;
  readonly keys: readonly number[];
  readonly searches: readonly { readonly app: Search; readonly bare: Search; readonly silent: Search }[];
}

/** Milliseconds until the first and the last match of a search in the folder is there. */
interface Search {
  readonly first: number;
  readonly last: number;
}

export const question: Question = {
  name: 'editor',
  asks: 'a start with ten tabs, a text until it can be seen and a key in it, coloured by a grammar too, a folder of 100,000 files until it can be used, a directory of 50,000 entries expanded, Go to File by each key, Find in Folder',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-editor-'));
    const pairs: { value: Run; floor: Run }[] = [];
    const others: Measure[] = [];
    try {
      others.push(...(await measureTabs(folder)), ...(await measureTexts(folder)), ...(await measureGrammar(folder)));
      const large = { deep: join(folder, 'large'), flat: join(folder, 'large-flat') };
      const small = { deep: join(folder, 'small'), flat: join(folder, 'small-flat') };
      await makeFiles(large, files, entries);
      await makeFiles(small, 100, 10);
      for (let round = 0; round < rounds; round += 1) {
        const value = await askApp(large, join(folder, `data-${round}`));
        const floor = await askApp(small, join(folder, `small-data-${round}`));
        const bare = await askBare(large);
        pairs.push({ value, floor: { ...floor, ...bare } });
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    const over = (name: string, get: (run: Run) => number) =>
      compare(
        name,
        'ms',
        pairs.map(({ value, floor }) => ({ value: get(value), floor: get(floor) })),
      );
    const usable = over(`${files} files, over a folder of 100`, ({ usable }) => usable);
    const expanded = over(`${entries} entries expanded, over a bare list of them`, ({ expanded }) => expanded);
    const listed = over('Go to File until it has all, over bare ripgrep', ({ listed }) => listed);
    const key50 = over('a key in Go to File until it is painted, median, over one of 100 files', ({ keys }) =>
      percentile(keys, 0.5),
    );
    const key95 = over('the same, 95th percentile', ({ keys }) => percentile(keys, 0.95));
    const searches = pairs.flatMap(({ value }) => value.searches);
    const searched = (what: string, floor: 'bare' | 'silent', when: keyof Search) =>
      compare(
        `Find in Folder until the ${what}`,
        'ms',
        searches.map((one) => ({ value: one.app[when], floor: one[floor][when] })),
      );
    const first = searched('first match, over bare ripgrep', 'bare', 'first');
    const last = searched('last match, over bare ripgrep', 'bare', 'last');
    const silent = searched('last match, over ripgrep whose output nobody reads', 'silent', 'last');
    reportTarget('last match of Find in Folder, over bare ripgrep', last.ratio, { atMost: 1.15 });
    reportTarget('a folder of 100,000 files can be used, ms', usable.value, { atMost: 2_000 });
    reportTarget('a directory of 50,000 entries expanded, ms', expanded.value, { atMost: 200 });
    reportTarget('95th percentile of a key in Go to File, ms', key95.value, { atMost: 50 });
    return [...others, usable, expanded, listed, key50, key95, first, last, silent];
  },
};

/** A tenth of the files has a match. */
const textOf = (index: number) =>
  `import { x } from './x.ts';\n`.repeat(20) + (index % 10 === 0 ? 'export const needle = 1;\n' : '');

interface Folders {
  /** With files in directories of a hundred. */
  readonly deep: string;
  /** With one directory, `many`. */
  readonly flat: string;
}

async function makeFiles({ deep, flat }: Folders, count: number, inOne: number): Promise<void> {
  const names = ['parser', 'server', 'index', 'model', 'view', 'http', 'stream'];
  for (let at = 0; at * 100 < count; at += 1) {
    const name = names[at % names.length] ?? '';
    const directory = join(deep, 'packages', `${name}-${at}`, 'src', names[(at * 3) % names.length] ?? '');
    await mkdir(directory, { recursive: true });
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        writeFile(join(directory, `${name}-${index * at}-${index}.ts`), textOf(index)),
      ),
    );
  }
  await mkdir(join(flat, 'many'), { recursive: true });
  for (let from = 0; from < inOne; from += 1_000) {
    const length = Math.min(1_000, inOne - from);
    await Promise.all(
      Array.from({ length }, (_, index) => writeFile(join(flat, 'many', `entry-${from + index}.txt`), '')),
    );
  }
}

async function askApp({ deep, flat }: Folders, userData: string): Promise<Run> {
  const run = runElectron([root, `--user-data-dir=${userData}`, '--remote-debugging-port=0']);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    await evaluateWhenTrue(endpoint, `document.querySelector('#agent-panel [role=textbox]')`, '1');
    const page = await openSession(endpoint, { scheme: 'outrigger-app:' });
    await page.evaluate(inPage);
    const expanded = await page.evaluate<number>(`bench.expand(${JSON.stringify(flat)})`);
    const usable = await page.evaluate<number>(`bench.open(${JSON.stringify(deep)}, 'packages')`);
    const listed = await timeToList(page);
    const keys = await timeKeys(page);
    await press(page, { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 });
    // The first one loads what the others have.
    await page.evaluate('bench.searchNothing().then(() => bench.search())');
    const searches: Run['searches'][number][] = [];
    for (let count = 0; count < searchRounds; count += 1) {
      const bare = await searchBare(deep, 'pipe');
      await page.evaluate('bench.searchNothing()');
      const app = await page.evaluate<Search>('bench.search()');
      searches.push({ app, bare, silent: await searchBare(deep, 'ignore') });
    }
    page.close();
    return { usable, expanded, listed, keys, searches };
  } finally {
    await run.end();
  }
}

/** In milliseconds. What the page does between a press or key and its paint. */
const inPage = `
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const until = async (isTrue) => { while (!isTrue()) await new Promise(requestAnimationFrame); };
  const rows = () => [...document.querySelectorAll('[role=treeitem]')];
  const row = (name) => rows().find(({ textContent }) => textContent === name);
  window.bench = {
    keys: [],
    async open(path, name) {
      const before = performance.now();
      await window.outrigger.workspace.open(path);
      await until(() => row(name));
      await painted();
      return performance.now() - before;
    },
    async expand(path) {
      await this.open(path, 'many');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const before = performance.now();
      row('many').click();
      await until(() => rows().length > 5);
      await painted();
      return performance.now() - before;
    },
    told: () => document.querySelector('#file-tree [role=status]').textContent,
    async searchNothing() {
      document.querySelector('[aria-label="Find in folder"]').click();
      const find = '#file-tree input[aria-label=Find]';
      await until(() => document.activeElement?.matches(find));
      document.execCommand('selectAll');
      document.execCommand('insertText', false, 'nothing of this');
      await until(() => this.told() === 'Nothing found');
    },
    async search() {
      document.execCommand('selectAll');
      document.execCommand('insertText', false, 'needle');
      const before = performance.now();
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await until(() => /^[1-9]/.test(this.told()));
      const first = performance.now() - before;
      await until(() => / files?$/.test(this.told()));
      return { first, last: performance.now() - before };
    },
    async listed() {
      const before = performance.now();
      await until(() => document.querySelector('[role=option]'));
      return performance.now() - before;
    },
  };
  document.addEventListener('input', async ({ timeStamp }) => {
    await painted();
    bench.keys.push(performance.now() - timeStamp);
  }, true);
`;

async function timeToList(page: DevtoolsSession): Promise<number> {
  await press(page, {
    key: 'p',
    code: 'KeyP',
    windowsVirtualKeyCode: 80,
    modifiers: process.platform === 'darwin' ? 4 : 2,
  });
  return page.evaluate<number>('bench.listed()');
}

async function timeKeys(page: DevtoolsSession): Promise<number[]> {
  for (const word of words) {
    for (const text of word) {
      await page.send('Input.insertText', { text });
      await delay(keyPauseMs);
    }
    for (const _ of word) await press(page, { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 });
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  }
  return page.evaluate<number[]>('bench.keys');
}

async function press(page: DevtoolsSession, key: object): Promise<void> {
  await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

async function askBare({ deep, flat }: Folders): Promise<Pick<Run, 'expanded' | 'listed'>> {
  const before = performance.now();
  const found = await readdir(join(flat, 'many'), { withFileTypes: true });
  found.map(({ name }) => name).sort(new Intl.Collator(undefined, { numeric: true }).compare);
  const between = performance.now();
  const args = ['--files', '--hidden', '--null', '--no-require-git', './'];
  await promisify(execFile)(rgPath, args, { cwd: deep, maxBuffer: 100_000_000 });
  return { expanded: between - before, listed: performance.now() - between };
}

/** ripgrep over the same files, in the same form. */
async function searchBare(folder: string, output: 'pipe' | 'ignore'): Promise<Search> {
  const before = performance.now();
  const files = ['--no-config', '--hidden', '--no-ignore', '--glob=!.git', '--glob=!.*.outrigger-tmp', '--no-messages'];
  const form = ['--sort=none', '--json', '--crlf', '--ignore-case', '--fixed-strings', '--regexp=needle', './'];
  const search = spawn(rgPath, [...files, ...form], { cwd: folder, stdio: ['ignore', output, 'ignore'] });
  const ended = once(search, 'close');
  if (search.stdout) {
    const first = once(search.stdout, 'data').then(() => performance.now() - before);
    search.stdout.resume();
    await ended;
    return { first: await first, last: performance.now() - before };
  }
  await ended;
  const last = performance.now() - before;
  return { first: last, last };
}
