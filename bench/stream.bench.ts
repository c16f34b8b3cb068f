import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildComponent } from '../src/shared/testing/components/build-component.ts';
import { startPage } from './electron/app-page.ts';
import { bundleApp } from './electron/bundle-app.ts';
import { followFrames, latencies, shown, takeFrames } from './electron/stream-page.ts';
import { compare, type Measure, type Question, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const sample = join(root, 'resources', 'sample-project');
const bench = join(import.meta.dirname, 'apps', 'stream');
/** A word of a stream: the time at which it was said. */
const word = '\\d{13}\\.\\d\\d';
const pairs = roundsOf(5);
const answers = roundsOf(11);
const seconds = roundsOf(3);
const burst = 20_000;
/** Milliseconds between two keys. */
const pace = 61;
/** Milliseconds that may be added to the latency of a bare page. */
const added = 10;
/** Milliseconds that a component may add to what a module does: two frames. */
const addedByComponent = 2000 / 60;

/** One of the two that are compared. */
interface Side {
  readonly page: Page;
  /** Says so many words at that rate, 0: as fast as it can. Resolves with them when the last is on screen. */
  stream(rate: number, count: number): Promise<number[]>;
  /** Asks the server once. Resolves when its answer is on screen. */
  fetch(): Promise<void>;
  /** Puts the keyboard into the text. */
  focus(): Promise<void>;
  end(): Promise<void>;
}

export const question: Question = {
  name: 'stream',
  asks: 'what lies between a model’s word and the screen, while a person types, over a raw port and a page that only appends text',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-stream-'));
    const server = await startServer();
    const sides: Side[] = [];
    try {
      const { ours, component } = await startOurs(join(folder, 'ours'), server.url);
      sides.push(ours);
      const floor = await startFloor(folder, server.url);
      sides.push(floor);
      return [
        ...(await latencyAt(200, ours, floor)),
        ...(await latencyAt(2000, ours, floor)),
        ...(await latencyAt(2000, component, ours, 'by a component, over a module', addedByComponent)),
        await throughput(ours, floor),
        await firstGlyph(ours, floor, server),
      ];
    } finally {
      await Promise.all(sides.map((side) => side.end()));
      server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function latencyAt(rate: number, ours: Side, floor: Side, what = '', atMost = added): Promise<Measure[]> {
  // The first answer compiles what the others run.
  await latencyOf(floor, rate);
  await latencyOf(ours, rate);
  const all = { p50: [] as Pair[], p95: [] as Pair[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const under = await latencyOf(floor, rate);
    const over = await latencyOf(ours, rate);
    all.p50.push({ value: percentile(over, 0.5), floor: percentile(under, 0.5) });
    all.p95.push({ value: percentile(over, 0.95), floor: percentile(under, 0.95) });
  }
  const at = [`${rate} a second`, what].filter(Boolean).join(' ');
  const measures = [
    compare(`word to screen at ${at}, p50`, 'ms', all.p50),
    compare(`word to screen at ${at}, p95`, 'ms', all.p95),
  ];
  const p95 = measures[1];
  if (p95) reportTarget(`added at ${at}, p95, ms`, p95.value - p95.floor, { atMost });
  return measures;
}

interface Pair {
  readonly value: number;
  readonly floor: number;
}

async function latencyOf(side: Side, rate: number): Promise<number[]> {
  await side.focus();
  await takeFrames(side.page);
  const typing = type(side.page);
  const said = await side.stream(rate, rate * seconds).finally(typing.end);
  return latencies(said, await takeFrames(side.page));
}

async function throughput(ours: Side, floor: Side): Promise<Measure> {
  const perSecond = async (side: Side) => {
    await takeFrames(side.page);
    const said = await side.stream(0, burst);
    const frames = await takeFrames(side.page);
    return (burst / ((frames.at(-1)?.at ?? Number.NaN) - (said[0] ?? Number.NaN))) * 1000;
  };
  const measured: Pair[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    measured.push({ floor: await perSecond(floor), value: await perSecond(ours) });
  }
  return compare(`words a second, ${burst} at once`, '1/s', measured);
}

async function firstGlyph(ours: Side, floor: Side, server: Server): Promise<Measure> {
  const wait = async (side: Side) => {
    await takeFrames(side.page);
    await side.fetch();
    return ((await takeFrames(side.page))[0]?.at ?? Number.NaN) - server.firstByteAt();
  };
  const measured: Pair[] = [];
  // The first answer of a connection pays for it.
  await wait(ours);
  await wait(floor);
  for (let answer = 0; answer < answers; answer += 1) {
    measured.push({ floor: await wait(floor), value: await wait(ours) });
  }
  const measure = compare('first byte to first glyph', 'ms', measured);
  reportTarget('added to the first glyph, ms', measure.value - measure.floor, { atMost: added });
  return measure;
}

/** Types as a person does until it is ended. */
function type(page: Page): { end(): Promise<void> } {
  let isEnded = false;
  const typing = (async () => {
    while (!isEnded) {
      const at = performance.now();
      await page.keyboard.press('a');
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, pace - (performance.now() - at))));
    }
  })();
  return {
    end() {
      isEnded = true;
      return typing;
    },
  };
}

/** @returns the app with the model that is a module, and with that which is a component */
async function startOurs(userData: string, serverUrl: string): Promise<{ ours: Side; component: Side }> {
  await mkdir(userData, { recursive: true });
  const words = 'bench-stream:bench/words';
  const settings = { model: words, extensions: { 'openai-compatible': { base_url: serverUrl } } };
  await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
  const extensions = [join(bench, 'extension'), await buildComponent(join(bench, 'component'))];
  const args = [root, `--user-data-dir=${userData}`, ...extensions.map((path) => `--extension-path=${path}`)];
  const { page, end } = await startPage([...args, sample, join(sample, 'src', 'parser.ts')], 'outrigger-app:');
  const panel = page.getByRole('complementary', { name: 'Agent' });
  await panel.getByRole('button', { name: /^Model: Words/ }).waitFor();
  await followFrames(page, 'aside[aria-label="Agent"], [role="complementary"]', word);

  async function ask(prompt: string): Promise<void> {
    const renew = panel.getByRole('button', { name: 'New thread', exact: true });
    if (await renew.isEnabled()) await renew.click();
    await page.waitForFunction(() => document.querySelectorAll('[role="article"], article').length === 0);
    await takeFrames(page);
    await page.evaluate(async (text) => {
      const { agent } = (window as unknown as { outrigger: RendererAgent }).outrigger;
      const sent = await agent.send((await agent.thread()).id, { id: crypto.randomUUID(), text });
      if (!sent.ok) throw new Error(sent.failure?.message);
    }, prompt);
  }

  let chosen = words;
  async function choose(model: string): Promise<void> {
    if (model === chosen) return;
    chosen = model;
    await page.evaluate(async (ref) => {
      const result = await (window as unknown as { outrigger: RendererAgent }).outrigger.agent.chooseModel(ref);
      if (!result.ok) throw new Error(result.failure?.message);
    }, model);
  }

  const sideOf = (model: string): Side => ({
    page,
    end,
    async stream(rate, count) {
      await choose(model);
      await ask(`${rate} a second, ${count} in all`);
      const said = await saidBy(page);
      await shown(page, said.at(-1) ?? 0);
      return said;
    },
    async fetch() {
      await choose('openai-compatible:openai-compatible/tiny');
      await ask('Say when.');
      await shown(page, (await saidBy(page)).at(-1) ?? 0);
    },
    focus: () => page.locator('.cm-content').first().focus(),
  });
  return { ours: sideOf(words), component: sideOf('bench-component:bench/words') };
}

interface RendererAgent {
  agent: {
    thread(): Promise<{ id: string }>;
    send(
      threadId: string,
      prompt: { id: string; text: string },
    ): Promise<{ ok: boolean; failure?: { message: string } }>;
    chooseModel(model: string): Promise<{ ok: boolean; failure?: { message: string } }>;
  };
}

/** The words of the answer, as main keeps them, when it has ended. */
const saidBy = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const { agent } = (window as unknown as { outrigger: { agent: { thread(): Promise<{ entries: Entry[] }> } } })
      .outrigger;
    interface Entry {
      kind: string;
      text?: string;
    }
    let { entries } = await agent.thread();
    while (entries.at(-1)?.kind !== 'answer-ended') {
      await new Promise((resolve) => setTimeout(resolve, 250));
      ({ entries } = await agent.thread());
    }
    const text = entries.map((entry) => (entry.kind === 'answer-text' ? entry.text : '')).join('');
    return text.split(/\s+/).filter(Boolean).map(Number);
  });

async function startFloor(folder: string, serverUrl: string): Promise<Side> {
  const app = join(folder, 'floor');
  await bundleApp('stream', ['main', 'emitter'], app);
  for (const file of ['preload.cjs', 'page.html']) await copyFile(join(bench, file), join(app, file));
  const { page, end } = await startPage([app, `--user-data-dir=${join(folder, 'floor-data')}`], 'file:');
  await followFrames(page, 'pre', word);
  return {
    page,
    end,
    async stream(rate, count) {
      await page.evaluate(
        async ([perSecond, all]) => {
          const { floor } = window as unknown as Floor;
          floor.clear();
          await floor.words(perSecond, all);
        },
        [rate, count] as const,
      );
      const text = await page.locator('pre').innerText();
      const said = text.split(/\s+/).filter(Boolean).map(Number);
      await shown(page, said.at(-1) ?? 0);
      return said;
    },
    async fetch() {
      await page.evaluate(async (url) => {
        const { floor } = window as unknown as Floor;
        floor.clear();
        await floor.fetch(url);
      }, `${serverUrl}/chat/completions`);
      const text = await page.locator('pre').innerText();
      await shown(page, Number(new RegExp(word).exec(text)?.[0] ?? 0));
    },
    focus: () => page.locator('textarea').focus(),
  };
}

interface Floor {
  floor: { clear(): void; words(rate: number, count: number): Promise<void>; fetch(url: string): Promise<void> };
}

interface Server {
  readonly url: string;
  /** When the last answer's first byte was written. */
  firstByteAt(): number;
  close(): void;
}

/** Answers with a word that is the time, in the way of Chat Completions, half a second after it was asked. */
async function startServer(): Promise<Server> {
  let first = 0;
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ object: 'list', data: [{ id: 'tiny', object: 'model' }] }));
    }
    request.resume();
    request.on('end', () =>
      setTimeout(() => {
        first = performance.timeOrigin + performance.now();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const delta = (content: object, reason: string | null = null) =>
          response.write(
            `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: content, finish_reason: reason }] })}\n\n`,
          );
        delta({ role: 'assistant', content: `${first.toFixed(2)} ` });
        setTimeout(() => {
          delta({}, 'stop');
          response.end('data: [DONE]\n\n');
        }, 100);
      }, 500),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    firstByteAt: () => first,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
