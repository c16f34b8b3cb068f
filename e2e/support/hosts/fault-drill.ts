import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsMostly } from '../../../src/shared/testing/holds-mostly.ts';
import { isSoak } from '../../../src/shared/testing/soak.ts';
import { test as base, expect, type LaunchOptions, type Outrigger } from '../../fixtures.ts';
import { besideBusyProgram } from '../processes/busy-program.ts';
import { mainLog } from '../processes/logs.ts';
import { settledMemory } from '../processes/memory.ts';
import { percentile, typingLatencyOf } from '../processes/typing-latency.ts';
import type {} from '../views/page-api.ts';
import { type Panel, panelOf } from '../views/panel.ts';
import { type Faulty, faulty, makeFaulty } from './faulty.ts';
import { scriptOf } from './script.ts';

/**
 * A fault, committed once, and again for each measurement. Latency of keys and memory are measured in `npm run soak`
 * only, where nothing else runs.
 */
export interface Fault {
  /** Done before the fault. */
  readonly before?: () => Promise<unknown>;
  /** Starts the fault; keys are typed from then on. */
  readonly start: () => unknown;
  /** Number of lines of 60 keys typed during the fault; default 1. */
  readonly lines?: number;
  /** Checks the effects. Afterwards the state must be as before. */
  readonly after: () => Promise<unknown>;
}

/** An app with faulty extensions, whose faults must not affect anything else. */
export interface Drill extends Outrigger {
  readonly panel: Panel;
  /** Types during a fault. Checks that no key is lost, that other extensions are unaffected, and the measurements. */
  endure(fault: Fault): Promise<void>;
  /** Runs a command of a faulty extension. @returns the error, or "" */
  command(extension: Faulty, id: string): Promise<string>;
  /** The process of an extension, once it runs. */
  pidOf(extension: Faulty): Promise<number>;
  /** Starts an answer of its model, and waits until it has some words. */
  answering(extension: Faulty, prompt?: string): Promise<void>;
  /** Checks that its model's last answer has no gaps. @returns the number of words */
  wordCount(): Promise<number>;
  /** Starts an answer of the sample model, which has another host; `othersWentOn` stops it. */
  othersAnswering(): Promise<void>;
  /** Checks that the sample model's answer went on meanwhile, and stops it. */
  othersWentOn(): Promise<void>;
  /** Log lines of an extension and its host. */
  logOf(extension: Faulty): Promise<string>;
}

/** Milliseconds that a fault may add to the latency of a key. */
const maxAddedLatency = 16;
/** Milliseconds that each measurement may add to a test. */
const timeToRepeat = 40_000;
/** 60 keys, which take two seconds to type. */
const line = 'typed without a pause while an extension does what it should';
const sample = 'test-provider:sample/sample';
/** An answer that would take a minute to complete. */
const slowly = scriptOf('Go on', [{ text: 'This answer comes one word after another. '.repeat(60), growMs: 300 }]);

type Kinds = Readonly<Record<string, 'js' | 'worker'>>;

export const test = base.extend<{
  /**
   * Starts the app with a faulty extension of each name and kind. The file is checked for the typed text at the end.
   */
  drill: (kinds: Kinds, options?: LaunchOptions) => Promise<Drill>;
}>({
  drill: async ({ launch }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (kinds, options = {}) => {
      const { args, remove } = await makeFaulty(kinds);
      const project = { 'notes.txt': '' };
      // Faults are noticed at the usual deadlines.
      const usual = { project, file: 'notes.txt', settings: { model: sample }, patience: 1 };
      const outrigger = await launch({ ...usual, ...options, args });
      ends.push(remove);
      return drillOf(outrigger, Object.keys(kinds).map(faulty));
    });
    for (const end of ends) await end();
  },
});

export { expect } from '../../fixtures.ts';
export { type Faulty, faulty } from './faulty.ts';

async function drillOf(outrigger: Outrigger, extensions: readonly Faulty[]): Promise<Drill> {
  const { app, page, project, userData } = outrigger;
  const panel = panelOf(page);
  const latency = await typingLatencyOf(page);
  const editor = page.getByRole('textbox', { name: 'Text of notes.txt' });
  let typed = '';
  let answer = '';
  const answerNow = async () => (await panel.lastTurn.getByRole('paragraph').last().textContent()) ?? '';

  async function typeLines(count: number, start?: () => void): Promise<number> {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    const delays: number[] = [];
    for (let index = 0; index < count; index += 1) {
      delays.push(...(await latency.type(line, index === 0 ? start : undefined)));
      await page.keyboard.press('Enter');
      typed += `${line}\n`;
    }
    return percentile(delays, 0.95);
  }

  /** @returns the latency during the fault */
  async function commit({ before, start, lines = 1, after }: Fault): Promise<number> {
    await before?.();
    let started: unknown;
    const during = await typeLines(lines, () => {
      started = start();
    });
    await started;
    await after();
    await othersAnswer();
    await nothingIsLost();
    expect(await mainLog(userData)).not.toMatch(/uncaught exception|unhandled rejection/);
    return during;
  }

  const command = (extension: Faulty, id: string): Promise<string> =>
    page.evaluate(
      async ([extensionId, commandId]) => {
        const result = await window.outrigger.extensions.runCommand(extensionId, commandId);
        return result.ok ? '' : result.failure.message;
      },
      [extension.id, id] as const,
    );

  async function othersAnswer(): Promise<void> {
    if (!/Sample/.test((await panel.model.getAttribute('aria-label')) ?? '')) await panel.choose('Sample');
    await panel.ask('Hi');
    await expect(panel.lastTurn).toContainText('Hello, world!');
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  }

  async function nothingIsLost(): Promise<void> {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+S');
    await expect.poll(() => readFile(join(project, 'notes.txt'), 'utf8')).toBe(typed);
  }

  // Warm-up: everything that starts lazily has started, and there is a first answer.
  for (const extension of extensions) expect(await command(extension, 'answer')).toBe('');
  await othersAnswer();

  return {
    ...outrigger,
    panel,
    command,
    async endure(fault) {
      if (!isSoak) return void (await commit(fault));
      const memory = await settledMemory(app, page);
      const measured: string[] = [];
      const isHeld = await holdsMostly(async () => {
        base.info().setTimeout(base.info().timeout + timeToRepeat);
        let without = await typeLines(1);
        const during = await commit(fault);
        // A busy core affects computers with few cores, whatever keeps it busy.
        if (during - without >= maxAddedLatency)
          without = Math.max(without, await besideBusyProgram(() => typeLines(1)));
        measured.push(`${Math.round(during)} ms, without the fault ${Math.round(without)} ms`);
        return during - without < maxAddedLatency;
      });
      const message = `p95 from key to paint: ${measured.join('; ')}`;
      base.info().annotations.push({ type: 'latency', description: message });
      expect(isHeld, message).toBe(true);
      await memory.comesBack();
    },
    async pidOf({ id }) {
      let pid: number | undefined;
      const find = async () => {
        const running = await page.evaluate(() => window.outrigger.extensions.running());
        const found = running.find(({ extensionId }) => extensionId === id);
        pid = found?.hostStatus === 'running' ? found.pid : undefined;
        return pid;
      };
      await expect.poll(find, { message: `${id} runs` }).toBeDefined();
      return Number(pid);
    },
    async answering(extension, prompt = 'Say 1000 words') {
      await panel.choose(extension.name);
      await panel.ask(prompt);
      await expect(panel.lastTurn).toContainText('word-3');
    },
    async wordCount() {
      const paragraphs = await panel.lastTurn.getByRole('paragraph').filter({ visible: true }).allTextContents();
      const words = paragraphs.join(' ').match(/word-\d+/g) ?? [];
      expect(words).toEqual(Array.from(words, (_, index) => `word-${index + 1}`));
      return words.length;
    },
    async othersAnswering() {
      await panel.ask(slowly);
      await expect(panel.said('This answer comes')).toBeVisible();
      answer = await answerNow();
    },
    async othersWentOn() {
      const length = async () => (await answerNow()).length;
      await expect.poll(length).toBeGreaterThan(answer.length + 'one word after another'.length);
      expect(await answerNow()).toContain(answer);
      await expect(panel.failure).toHaveCount(0);
      await panel.stop.click();
      await panel.ended();
    },
    logOf: ({ id }) => page.evaluate((extensionId) => window.outrigger.hosts.logTail(extensionId), id),
  };
}
