import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startPage } from './electron/app-page.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { seenIn } from './electron/seen-lines.ts';
import { compareRounds, isQuick, type Measure, median, type Question, roundsOf } from './measure.ts';
import { followFrames, shown, takeFrames } from './stream-page.ts';
import { reportTarget } from './target.ts';

interface Seen {
  readonly what: 'first word' | 'longest task' | 'idle';
  readonly name: string;
  readonly round: number;
  readonly value: number;
}

const root = join(import.meta.dirname, '..');
const agent = join(root, 'src', 'main', 'agent-servers', 'testing', 'agent', 'main.ts');
const frameMs = 1000 / 60;

export const question: Question = {
  name: 'agents',
  asks: 'a prompt to an agent server and 10,000 updates of its answer, put together as a thread, over the SDK’s own client in the same process',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-agents-'));
    try {
      const app = join(folder, 'app');
      await bundleApp('agents', ['main'], app);
      const switches = [`--node=${process.execPath}`, `--agent=${agent}`];
      const seen = await seenIn<Seen>([app, `--user-data-dir=${join(folder, 'data')}`, ...switches]);
      const of = ({ value }: Seen) => value;
      const over = (what: Seen['what'], unit: string, floor: string) =>
        compareRounds(
          `${what}: the app`,
          unit,
          seen.filter((one) => one.what === what),
          { floor, name: 'the app', of },
        );
      const word = over('first word', 'ms', 'the SDK');
      const task = over('longest task', 'ms', 'the SDK');
      const idle = over('idle', '% of a core', 'the floor');
      reportTarget('first word, ms over 1.1 times that of the SDK', word.value - 1.1 * word.floor, { atMost: frameMs });
      reportTarget('longest task of 10,000 updates, ms', task.value, { atMost: 50 });
      reportTarget('an idle connection, % of a core over none', idle.value - idle.floor, { atMost: 0.2 });
      return [word, task, idle, ...(await askApp(folder, word.floor))];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

const updates = isQuick ? 1_000 : 10_000;

/** The same in the app, from the sending of a prompt to the screen. @param floor milliseconds to the first word of the SDK's client */
async function askApp(folder: string, floor: number): Promise<Measure[]> {
  const [userData, project] = [join(folder, 'app-data'), join(folder, 'project')];
  await mkdir(userData);
  await mkdir(project);
  const server = { command: process.execPath, args: [agent] };
  const settings = { model: 'agent/settings/bench', agent_servers: { bench: server }, autoTitles: false };
  await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
  const { page, end } = await startPage([root, `--user-data-dir=${userData}`, project], 'outrigger-app:');
  try {
    const panel = page.getByRole('complementary', { name: 'Agent' });
    await panel.getByRole('button', { name: 'Agent: bench' }).waitFor();
    await followFrames(page, '[role="complementary"], aside[aria-label="Agent"]', '\\d{13}\\.\\d\\d');
    const words: number[] = [];
    const ways: number[] = [];
    // The first one starts the agent.
    for (let round = 0; round <= roundsOf(15, 2); round++) {
      await takeFrames(page);
      const sentAt = await send(page, 'now');
      await shown(page, sentAt);
      const [frame] = await takeFrames(page);
      if (round > 0) {
        words.push((frame?.at ?? Number.NaN) - sentAt);
        ways.push((frame?.newest ?? Number.NaN) - sentAt);
      }
      await hasEnded(page);
    }
    const tasks: number[] = [];
    for (let round = 0; round < roundsOf(5); round++) tasks.push(await longestTask(page));
    const value = median(words);
    reportTarget('first word on screen, ms over 1.1 times that of the SDK', value - 1.1 * floor, { atMost: frameMs });
    reportTarget('longest task of the page, 10,000 updates, ms', median(tasks), { atMost: 50 });
    const measure = (name: string, value: number): Measure => ({
      name,
      value,
      floor,
      ratio: value / floor,
      unit: 'ms',
    });
    return [measure('first word said, from the page', median(ways)), measure('first word on screen', value)];
  } finally {
    await end();
  }
}

/** Milliseconds of the longest task of the page while an answer of so many updates comes; 0: none took 50. */
async function longestTask(page: Page): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    observer.observe({ type: 'longtask' });
    Object.assign(window, { tasks, observer });
  });
  const sentAt = await send(page, `flood ${updates}\nnow`);
  await shown(page, sentAt);
  const longest = await page.evaluate(() => {
    const { tasks, observer } = window as unknown as { tasks: number[]; observer: PerformanceObserver };
    for (const one of observer.takeRecords()) tasks.push(one.duration);
    observer.disconnect();
    return Math.max(0, ...tasks);
  });
  await hasEnded(page);
  return longest;
}

interface RendererAgent {
  agent: {
    thread(): Promise<{ id: string; entries: { kind: string }[] }>;
    send(id: string, prompt: object): Promise<{ ok: boolean; failure?: { message: string } }>;
  };
}

/** @returns when it was sent, in ms since 1970 */
const send = (page: Page, prompt: string): Promise<number> =>
  page.evaluate(async (text) => {
    const { agent } = (window as unknown as { outrigger: RendererAgent }).outrigger;
    const { id } = await agent.thread();
    const at = performance.timeOrigin + performance.now();
    const sent = await agent.send(id, { id: crypto.randomUUID(), text });
    if (!sent.ok) throw new Error(sent.failure?.message);
    return at;
  }, prompt);

const hasEnded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { agent } = (window as unknown as { outrigger: RendererAgent }).outrigger;
    while ((await agent.thread()).entries.at(-1)?.kind !== 'answer-ended') {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
