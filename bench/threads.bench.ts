import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { evaluateWhenTrue } from './electron/devtools.ts';
import { type DevtoolsSession, openSession } from './electron/devtools-session.ts';
import { type ElectronRun, runElectron } from './electron/electron-run.ts';
import { idleWork, memoryOf, point, type Scrolling, scrollThrough, timeToOpen } from './electron/thread-page.ts';
import { entriesOf, lastWords, messagesOf, writeThreads } from './long-thread.ts';
import { compare, type Measure, median, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const turns = 250;
const length = 2_000_000;
const rounds = roundsOf(3);
/** Milliseconds that a person's pointer is at what it then presses, at least. */
const pointedMs = 100;
/** Number of times that the thread is opened again in each run. */
const opens = roundsOf(5);
/** Pixels in a frame: a fling, faster than anybody reads. `OUTRIGGER_SCROLL=120` is a notch of the wheel in each frame. */
const step = Number(process.env.OUTRIGGER_SCROLL ?? 480);

interface Run {
  /** Milliseconds. */
  readonly firstOpen: number;
  readonly open: number;
  readonly scrolling: Scrolling;
  /** Milliseconds in a second. */
  readonly idle: number;
  /** Megabytes of the heap and of the renderer's process. */
  readonly heap: number;
  readonly resident: number;
  readonly nodes: number;
}

export const question: Question = {
  name: 'threads',
  asks: 'a thread of 500 messages and 2 MB: to open it, to scroll through it, to leave it open, over a page of plain text',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-threads-'));
    try {
      const messages = messagesOf(turns, length);
      const texts = join(folder, 'messages.json');
      await writeFile(texts, JSON.stringify(messages.flatMap(({ prompt, answer }) => [prompt, answer])));
      const runs: { value: Run; floor: Run }[] = [];
      for (let round = 0; round < rounds; round++) {
        const floor = await askFloor(texts, join(folder, `floor-${round}`));
        const value = await askApp(messages, join(folder, `app-${round}`));
        console.log(`ours ${sentence(value)}\nfloor ${sentence(floor)}`);
        runs.push({ value, floor });
      }
      report(runs.map(({ value }) => value));
      return measuresOf(runs);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function askApp(messages: ReturnType<typeof messagesOf>, folder: string): Promise<Run> {
  const [userData, project] = [join(folder, 'data'), join(folder, 'project')];
  await cp(join(root, 'resources', 'sample-project'), project, { recursive: true });
  const [short, long] = [randomUUID(), randomUUID()];
  await writeThreads(userData, project, [
    { id: short, entries: entriesOf([{ prompt: 'A short one', answer: 'Yes.' }]) },
    { id: long, entries: entriesOf(messages) },
  ]);
  const settings = { model: 'test-provider:sample/sample', autoTitles: false };
  await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
  const run = runElectron([root, `--user-data-dir=${userData}`, '--remote-debugging-port=0', project]);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    await evaluateWhenTrue(endpoint, `document.querySelector('#agent-panel article')`, '1');
    const session = await openSession(endpoint, { scheme: 'outrigger-app:' });
    const openings: number[] = [];
    for (let count = 0; count <= opens; count++) {
      openings.push(await openThread(session, long, lastWords));
      if (count < opens) await openThread(session, short, 'Yes.');
    }
    const [firstOpen = Number.NaN, ...again] = openings;
    return { firstOpen, open: median(again), ...(await askPage(session, run, scroller)) };
  } finally {
    await run.end();
  }
}

const scroller = '#agent-panel section[aria-label="Messages"]';

/** By the list, as a person does. */
async function openThread(session: DevtoolsSession, id: string, words: string): Promise<number> {
  const row = `document.querySelector('#agent-panel [data-thread="${id}"]')`;
  await session.evaluate(`new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the list of threads did not open')), 20_000);
    const button = document.querySelector('#agent-panel button[aria-label^="Threads"]');
    const look = () => {
      if (!(${row})) return requestAnimationFrame(look);
      clearTimeout(late);
      resolve();
    };
    // It closes when the thread before is open; pressed earlier, the button would close it.
    const press = () => {
      if (button.ariaExpanded === 'true') return requestAnimationFrame(press);
      button.click();
      look();
    };
    press();
  })`);
  await point(session, row);
  await delay(pointedMs);
  return timeToOpen(session, row, scroller, words);
}

async function askFloor(texts: string, userData: string): Promise<Run> {
  const app = join(import.meta.dirname, 'apps', 'threads');
  const run = runElectron([app, `--user-data-dir=${userData}`, '--remote-debugging-port=0', texts]);
  try {
    const [, endpoint = ''] = await run.line(/DevTools listening on (ws:\S+)/);
    await run.line(/^ready/);
    const session = await openSession(endpoint);
    const openings: number[] = [];
    for (let count = 0; count <= opens; count++) {
      await session.evaluate(`document.querySelector('section').replaceChildren()`);
      openings.push(await timeToOpen(session, `document.querySelector('button')`, 'section', lastWords));
    }
    const [firstOpen = Number.NaN, ...again] = openings;
    return { firstOpen, open: median(again), ...(await askPage(session, run, 'section')) };
  } finally {
    await run.end();
  }
}

async function askPage(session: DevtoolsSession, run: ElectronRun, selector: string) {
  const scrolling = await scrollThrough(session, selector, step);
  const idle = await idleWork(session);
  const { heap, nodes } = await memoryOf(session);
  const resident = residentOf(run);
  session.close();
  return { scrolling, idle, heap, nodes, resident };
}

/** Of the renderer's process, which Linux alone tells; 0 elsewhere. */
function residentOf(run: ElectronRun): number {
  if (process.platform !== 'linux') return 0;
  // The page is the busiest renderer there is: the others are hosts that are idle.
  const { stdout } = spawnSync('ps', ['-eo', 'ppid,pid,rss,args'], { encoding: 'utf8' });
  const rows = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) =>
      found ? [{ parent: Number(found[1]), pid: Number(found[2]), rss: Number(found[3]), args: found[4] ?? '' }] : [],
    );
  const family = new Set([run.child.pid]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { parent, pid } of rows) if (family.has(parent)) family.add(pid);
  }
  const renderers = rows.filter(({ pid, args }) => family.has(pid) && args.includes('--type=renderer'));
  return Math.max(0, ...renderers.map(({ rss }) => rss)) / 1000;
}

const sentence = ({ firstOpen, open, scrolling, idle, heap, resident, nodes }: Run): string =>
  [
    `opens in ${firstOpen.toFixed(0)} ms, again in ${open.toFixed(0)}`,
    `${scrolling.slowFrames} of ${scrolling.frames} frames over 16 ms, worst ${scrolling.worstFrame.toFixed(1)}, mean ${scrolling.meanWork.toFixed(1)}`,
    `idle ${idle.toFixed(2)} ms in a second`,
    `heap ${heap.toFixed(0)} MB, resident ${resident.toFixed(0)} MB, ${nodes} nodes`,
  ].join('; ');

function measuresOf(runs: readonly { value: Run; floor: Run }[]): Measure[] {
  const of = (name: string, unit: string, get: (run: Run) => number) =>
    compare(
      name,
      unit,
      runs.map(({ value, floor }) => ({ value: get(value), floor: get(floor) })),
    );
  return [
    of('open, the first time', 'ms', ({ firstOpen }) => firstOpen),
    of('open again', 'ms', ({ open }) => open),
    of('scroll: work of a frame', 'ms', ({ scrolling }) => scrolling.meanWork),
    of('scroll: worst frame', 'ms', ({ scrolling }) => scrolling.worstFrame),
    of('scroll: frames over 16 ms', '', ({ scrolling }) => scrolling.slowFrames),
    of('idle: work in a second', 'ms', ({ idle }) => idle),
    of('heap', 'MB', ({ heap }) => heap),
    of('renderer, resident', 'MB', ({ resident }) => resident),
  ];
}

function report(runs: readonly Run[]): void {
  const of = (get: (run: Run) => number) => median(runs.map(get));
  reportTarget(
    'to open it, ms',
    of(({ firstOpen }) => firstOpen),
    { atMost: 80 },
  );
  reportTarget(
    'to open it again, ms',
    of(({ open }) => open),
    { atMost: 40 },
  );
  reportTarget(
    'frames over 16 ms',
    of(({ scrolling }) => scrolling.slowFrames),
    { atMost: 0 },
  );
  reportTarget(
    'idle work in a second, ms',
    of(({ idle }) => idle),
    { atMost: 1 },
  );
}
