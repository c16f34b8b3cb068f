import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundlePage } from './electron/bundle-page.ts';
import { evaluateWhenTrue } from './electron/devtools.ts';
import { type DevtoolsSession, openSession } from './electron/devtools-session.ts';
import { runElectron } from './electron/electron-run.ts';
import { followMain } from './electron/held-main.ts';
import { compare, isQuick, type Measure, percentile, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

/** A text until it can be seen, and its keys, over CodeMirror alone in a window. */

const root = join(import.meta.dirname, '..');
const rounds = roundsOf(5);
/** In MB. Those of more than 20 are shown without colours. */
const sizes = isQuick ? [1, 25] : [1, 10, 100];
const isHighlighted = (size: number): boolean => size <= 20;
const keys = isQuick ? 5 : 60;
/** Between two keys, as of a quick typist. */
const keyPauseMs = 80;

interface TextRun {
  /** Milliseconds. */
  readonly opened: number;
  readonly keys: readonly number[];
  /** The longest that main was busy while the text was opened. */
  readonly held: number;
}

/** @param folder an empty one, which the caller removes */
export async function measureTexts(folder: string): Promise<Measure[]> {
  const project = join(folder, 'texts');
  const bare = join(folder, 'bare-text');
  await makeTexts(project);
  await bundlePage('bare-text', bare);
  const pairs: { value: readonly TextRun[]; floor: readonly TextRun[] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const value = await askApp(project, join(folder, `texts-data-${round}`));
    pairs.push({ value, floor: await askBare(project, bare, join(folder, `bare-data-${round}`)) });
  }
  return sizes.flatMap((size, at) => {
    const over = (name: string, get: (run: TextRun) => number) => {
      const of = ({ value, floor }: (typeof pairs)[number]) => {
        const [ours, theirs] = [value[at], floor[at]];
        if (!ours || !theirs) throw new Error('a text was not measured');
        return { value: get(ours), floor: get(theirs) };
      };
      return compare(name, 'ms', pairs.map(of));
    };
    const opened = over(`${size} MB until it is painted, over bare CodeMirror`, (run) => run.opened);
    const key50 = over(`a key in ${size} MB until it is painted, median, over bare CodeMirror`, (run) =>
      percentile(run.keys, 0.5),
    );
    const key95 = over(`the same, 95th percentile in ${size} MB`, (run) => percentile(run.keys, 0.95));
    const held = over(`main held up by ${size} MB, over bare CodeMirror's`, ({ held }) => held);
    if (size === sizes.at(-1)) reportTarget(`${size} MB, over bare CodeMirror`, opened.ratio, { atMost: 1.3 });
    reportTarget(`main held up by ${size} MB, ms`, held.value, { atMost: 50 });
    reportTarget(`a key in ${size} MB, median, over bare CodeMirror`, key50.ratio, { atMost: 1.2 });
    reportTarget(`a key in ${size} MB, 95th percentile, over bare CodeMirror`, key95.ratio, { atMost: 1.2 });
    return [opened, key50, key95, held];
  });
}

const nameOf = (size: number): string => `text-${size}.ts`;
const firstLineOf = (size: number): string => `// begin ${size}`;

async function makeTexts(project: string): Promise<void> {
  await mkdir(project, { recursive: true });
  for (const size of sizes) {
    const file = await open(join(project, nameOf(size)), 'w');
    await file.write(`${firstLineOf(size)}\n`);
    let count = 0;
    for (let written = 0; written < size; written += 1) {
      const lines: string[] = [];
      for (let length = 0; length < 1_000_000; length += lines.at(-1)?.length ?? 0) {
        lines.push(`export const value${count++} = f(${count}, 'text');\n`);
      }
      await file.write(lines.join(''));
    }
    await file.close();
  }
}

function askApp(project: string, userData: string): Promise<TextRun[]> {
  return ask([root, `--user-data-dir=${userData}`, project], 'outrigger-app:', appReady, textsOpened(inTree));
}

function askBare(project: string, app: string, userData: string): Promise<TextRun[]> {
  const open = (name: string, size: number) =>
    `openFile(${JSON.stringify(join(project, name))}, ${isHighlighted(size)})`;
  return ask([app, `--user-data-dir=${userData}`], 'file:', 'window.openFile', textsOpened(open));
}

interface OpenedText {
  /** An expression that opens it. */
  readonly open: string;
  readonly firstLine: string;
}

export const appReady = `document.querySelector('#agent-panel [role=textbox]')`;
export const inTree = (name: string): string => `bench.press(${JSON.stringify(name)})`;
const textsOpened = (open: (name: string, size: number) => string): OpenedText[] =>
  sizes.map((size) => ({ open: open(nameOf(size), size), firstLine: firstLineOf(size) }));

/** @param ready an expression that is true when the page can be used */
export async function ask(
  args: readonly string[],
  scheme: string,
  ready: string,
  texts: readonly OpenedText[],
): Promise<TextRun[]> {
  const run = runElectron([...args, '--remote-debugging-port=0', '--inspect=127.0.0.1:0']);
  try {
    const [, inspector = ''] = await run.line(/Debugger listening on (ws:\S+)/);
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    await evaluateWhenTrue(endpoint, ready, '1', scheme);
    const main = await followMain(inspector);
    const page = await openSession(endpoint, { scheme });
    await page.evaluate(inPage);
    const runs: TextRun[] = [];
    for (const { open, firstLine } of texts) {
      await delay(1_000);
      await main.begin();
      const opened = await page.evaluate<number>(`bench.open(() => ${open}, ${JSON.stringify(firstLine)})`);
      const held = await main.end();
      runs.push({ opened, held, keys: await typeKeys(page) });
    }
    main.close();
    page.close();
    return runs;
  } finally {
    await run.end();
  }
}

/** Types at the beginning of the text, and gives the milliseconds from each key to its paint. */
async function typeKeys(page: DevtoolsSession): Promise<number[]> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 2000))');
  await page.evaluate('bench.keys = []');
  for (let at = 0; at < keys; at += 1) {
    await page.send('Input.insertText', { text: 'x' });
    await delay(keyPauseMs);
  }
  const typed = await page.evaluate<string>(`document.querySelector('.cm-line').textContent`);
  if (!typed.startsWith('x'.repeat(keys))) throw new Error(`the keys did not reach the text: ${typed}`);
  const times = await page.evaluate<number[]>('bench.keys');
  if (times.length !== keys) throw new Error(`${times.length} of ${keys} keys were painted`);
  return times;
}

const inPage = `
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  window.bench = {
    keys: [],
    press(name) {
      [...document.querySelectorAll('[role=treeitem]')].find(({ textContent }) => textContent === name).click();
    },
    async open(begin, firstLine) {
      const before = performance.now();
      begin();
      const isThere = () => document.querySelector('.cm-line')?.textContent === firstLine;
      while (!isThere()) await new Promise(requestAnimationFrame);
      await painted();
      return performance.now() - before;
    },
  };
  document.addEventListener('input', async ({ timeStamp }) => {
    await painted();
    bench.keys.push(performance.now() - timeStamp);
  }, true);
`;
