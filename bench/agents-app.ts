import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startPage } from './electron/app-page.ts';
import type { ElectronRun } from './electron/electron-run.ts';
import { followMain, type HeldMain } from './electron/held-main.ts';
import { familyOf, percentOfCore } from './electron/process-use.ts';
import { followFrames, shown, takeFrames } from './electron/stream-page.ts';
import { isQuick, type Measure, median, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

/** A prompt to an agent in the app itself, from its sending to the screen, in a folder as a project is. */

const root = join(import.meta.dirname, '..');
const frameMs = 1000 / 60;
const [packages, files] = isQuick ? [2, 25] : [200, 25];
const updates = isQuick ? 1_000 : 10_000;
const idleMs = isQuick ? 500 : 8_000;
const spans = roundsOf(7);
/** What an answer leaves to be done, and what is noted of the folder after it, is over by then. */
const restMs = 500;
const settleMs = isQuick ? 500 : 5_000;

/** What is told in a turn, by the steps of the test agent. */
const turns = {
  'pieces of a text': `flood ${updates}`,
  'updates of calls with diffs, three each': `calls ${Math.floor(updates / 3)}`,
};

/**
 * @param folder an empty one, which the caller removes
 * @param agent its module
 * @param floor milliseconds to the first word of the SDK's client
 */
export async function askApp(folder: string, agent: string, floor: number): Promise<Measure[]> {
  const [project, empty] = [join(folder, 'project'), join(folder, 'empty')];
  await makeProject(project);
  await mkdir(empty);
  const alone = await firstWordsIn(empty, join(folder, 'empty-data'), agent);
  const { page, run, end } = await startApp(project, join(folder, 'app-data'), agent);
  const [, inspector = ''] = await run.line(/Debugger listening on (ws:\S+)/);
  const main = await followMain(inspector);
  try {
    await after(settleMs);
    const connected = await idle(run, 'with its agent');
    endAgent(run, agent);
    await after(settleMs);
    const without = await idle(run, 'without it');
    await beginAnew(page);
    await send(page, 'now');
    await hasEnded(page);
    await after(settleMs);
    // Not before: it asks for each frame.
    await followWords(page);
    const words = await firstWords(page);
    reportTarget(
      'first word on screen, ms over 1.1 times that of the SDK',
      median(words.map(({ shown }) => shown)) - 1.1 * floor,
      { atMost: frameMs },
    );
    reportTarget('the idle app with an agent, % of a core over the same without', connected - without, { atMost: 0.2 });
    const measure = (name: string, value: number, over = floor, unit = 'ms'): Measure => ({
      ...{ name, value, unit },
      ...{ floor: over, ratio: value / over },
    });
    const tasks: Measure[] = [];
    for (const [told, prompt] of Object.entries(turns)) {
      const rounds: { main: number; page: number }[] = [];
      for (let round = 0; round < roundsOf(4); round++) rounds.push(await longestTasks(page, main, prompt));
      for (const side of ['main', 'page'] as const) {
        const all = rounds.map((one) => one[side]).toSorted((one, other) => other - one);
        const what = `longest task of the app’s ${side}, ${told}`;
        console.log(`${what}, ms: ${all.map((ms) => ms.toFixed(0)).join(', ')}`);
        // The worst may be the machine's: what the turn costs comes again.
        const second = all[1] ?? all[0] ?? Number.NaN;
        reportTarget(`${what}, second worst of all rounds, ms`, second, { atMost: 50 });
        tasks.push(measure(what, second, 50));
      }
    }
    return [
      measure('first word said, from the page', median(words.map(({ said }) => said))),
      measure('first word on screen', median(words.map(({ shown }) => shown))),
      measure('first word said, in an empty folder', median(alone.map(({ said }) => said))),
      measure('first word on screen, in an empty folder', median(alone.map(({ shown }) => shown))),
      measure('the idle app with an agent', connected, without, '% of a core'),
      ...tasks,
    ];
  } finally {
    main.close();
    await end();
  }
}

/** Starts the app in a folder with an agent, which has answered once: it has started, and the folder was looked at. */
async function startApp(project: string, userData: string, agent: string) {
  await mkdir(userData);
  const server = { command: process.execPath, args: [agent] };
  const settings = { model: 'agent/settings/bench', agent_servers: { bench: server }, autoTitles: false };
  await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
  const args = [root, `--user-data-dir=${userData}`, '--inspect=127.0.0.1:0', project];
  const app = await startPage(args, 'outrigger-app:');
  try {
    const panel = app.page.getByRole('complementary', { name: 'Agent' });
    await panel.getByRole('button', { name: 'Agent: bench' }).waitFor();
    // It loads extensions that follow threads, too.
    await send(app.page, 'now');
    await hasEnded(app.page);
    return app;
  } catch (error) {
    await app.end();
    throw error;
  }
}

/** What a screen reader is told stands elsewhere in the panel, and before it is drawn. */
const followWords = (page: Page): Promise<void> => followFrames(page, '[aria-label="Messages"]', '\\d{13}\\.\\d\\d');

/** `firstWords` of an app of its own. */
async function firstWordsIn(project: string, userData: string, agent: string) {
  const { page, end } = await startApp(project, userData, agent);
  try {
    await after(settleMs);
    await followWords(page);
    return await firstWords(page);
  } finally {
    await end();
  }
}

/** 5,000 files of 4 KB in 200 packages: 20 MB. */
async function makeProject(project: string): Promise<void> {
  for (let place = 0; place < packages; place++) {
    const directory = join(project, `part-${place % 10}`, `package-${place}`, 'src');
    await mkdir(directory, { recursive: true });
    for (let file = 0; file < files; file++) {
      await writeFile(join(directory, `file-${file}.ts`), `// ${place} ${file}\n${'export {};\n'.repeat(370)}`);
    }
  }
}

/**
 * Milliseconds from sending prompts until their first words are said and shown. They are many, as a prompt waits for the
 * next frame between nothing and 17 ms.
 */
async function firstWords(page: Page): Promise<{ said: number; shown: number }[]> {
  const words: { said: number; shown: number }[] = [];
  for (let round = 0; round < roundsOf(31, 2); round++) {
    await takeFrames(page);
    const sentAt = await send(page, 'now');
    await shown(page, sentAt);
    const [frame] = await takeFrames(page);
    if (frame) words.push({ said: frame.newest - sentAt, shown: frame.at - sentAt });
    await hasEnded(page);
    await after(restMs);
  }
  return words;
}

/**
 * Percent of a core that the app and its agent take while nobody asks them: the median of some spans, as what was done
 * before is collected for half a minute, in a few of them.
 */
async function idle(run: ElectronRun, when: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const taken: number[] = [];
  for (let span = 0; span < spans; span++) {
    const before = familyOf(run);
    await after(idleMs);
    const used = familyOf(run);
    taken.push(percentOfCore(before, used, idleMs));
    const parts = Object.entries(Object.groupBy(used, ({ kind }) => kind)).map(
      ([kind, those = []]) => `${kind} ${percentOfCore(before, those, idleMs).toFixed(2)}`,
    );
    console.log(`idle ${when}, % of a core: ${parts.join(', ')}`);
  }
  return median(taken);
}

/** The process of an agent ends, and the rest stays as it is. */
function endAgent(run: ElectronRun, agent: string): void {
  if (process.platform !== 'linux') return;
  for (const { pid } of familyOf(run)) {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(agent)) process.kill(pid, 'SIGKILL');
  }
}

/** Milliseconds of the longest tasks while an answer comes, until it has ended and what it left is done. Of the page 0: none took 50. */
async function longestTasks(page: Page, main: HeldMain, prompt: string): Promise<{ main: number; page: number }> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    observer.observe({ type: 'longtask' });
    Object.assign(window, { tasks, observer });
  });
  await main.begin();
  const sentAt = await send(page, `${prompt}\nnow`);
  await shown(page, sentAt);
  await hasEnded(page);
  await after(restMs);
  const ofMain = await main.end();
  const ofPage = await page.evaluate(() => {
    const { tasks, observer } = window as unknown as { tasks: number[]; observer: PerformanceObserver };
    for (const one of observer.takeRecords()) tasks.push(one.duration);
    observer.disconnect();
    return Math.max(0, ...tasks);
  });
  return { main: ofMain, page: ofPage };
}

interface RendererAgent {
  agents: { newSession(id: string): Promise<unknown> };
  agent: {
    thread(): Promise<{ id: string }>;
    send(id: string, prompt: object): Promise<{ ok: boolean; failure?: { message: string } }>;
  };
}

/** The id is asked for once: with it comes all of the thread. @returns when it was sent, in ms since 1970 */
const send = (page: Page, prompt: string): Promise<number> =>
  page.evaluate(async (text) => {
    const asked = window as unknown as { outrigger: RendererAgent; threadId?: string };
    const { agent } = asked.outrigger;
    asked.threadId ??= (await agent.thread()).id;
    const at = performance.timeOrigin + performance.now();
    const sent = await agent.send(asked.threadId, { id: crypto.randomUUID(), text });
    if (!sent.ok) throw new Error(sent.failure?.message);
    return at;
  }, prompt);

/** The agent was killed, and has kept no session. */
const beginAnew = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { outrigger } = window as unknown as { outrigger: RendererAgent };
    return outrigger.agents.newSession((await outrigger.agent.thread()).id);
  });

/** As a person sees it: asking for the thread would send all of it. */
const hasEnded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector('[title="Stop (Esc)"]'), undefined, { polling: 100 });
