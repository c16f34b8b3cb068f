import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect, type LaunchOptions, type Outrigger } from '../fixtures.ts';
import { type Faulty, faulty, makeFaulty } from './faulty.ts';
import { settledMemory } from './memory.ts';
import type {} from './page-api.ts';
import { type Panel, panelOf } from './panel.ts';
import { percentile, type TypingLatency, typingLatencyOf } from './typing-latency.ts';

/** What must hold in every fault: the editor types on, others answer, nothing is lost, memory comes back. */
export interface Drill extends Outrigger {
  readonly panel: Panel;
  /**
   * Types while `fault` goes on.
   * @param fault starts it, and is called again when the first measurement was over the limit
   * @param whileItLasts what must hold before it is over, besides that others answer
   */
  typeDuring(fault: () => unknown, whileItLasts?: () => Promise<void>): Promise<void>;
  /** Runs a command of a faulty extension. @returns why it failed, "" when it did not */
  command(extension: Faulty, id: string): Promise<string>;
  /** Lets an extension's model answer, and waits until it is in the middle of it. */
  answering(extension: Faulty, prompt?: string): Promise<void>;
  /** Asks the sample model, whose host is another. */
  othersAnswer(): Promise<void>;
  /** The text in the editor and on the disk is what was typed. */
  nothingIsLost(): Promise<void>;
}

/** Milliseconds that a fault may cost a key. */
const mostAddedLatency = 16;
/** 60 keys, which take a good two seconds. */
const line = 'typed without a pause while an extension does what it must not';
const sample = 'test-provider:sample/sample';

export const test = base.extend<{
  drill: (kinds: Readonly<Record<string, 'js' | 'worker'>>, options?: LaunchOptions) => Promise<Drill>;
}>({
  drill: async ({ launch }, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (kinds, options = {}) => {
      const { args, remove } = await makeFaulty(kinds);
      removals.push(remove);
      const outrigger = await launch({
        project: { 'notes.txt': '' },
        file: 'notes.txt',
        settings: { model: sample },
        ...options,
        args: [...args, ...(options.args ?? [])],
      });
      return drillOf(outrigger, await typingLatencyOf(outrigger.page));
    });
    for (const remove of removals) await remove();
  },
});

export { expect } from '../fixtures.ts';
export { faulty };

function drillOf(outrigger: Outrigger, latency: TypingLatency): Drill {
  const { app, page, project } = outrigger;
  const panel = panelOf(page);
  const editor = page.getByRole('textbox', { name: 'Text of notes.txt' });
  let lines = 0;

  async function typeLine(): Promise<number> {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    const delays = await latency.type(line);
    await page.keyboard.press('Enter');
    lines += 1;
    console.log(new Date().toISOString(), delays.map(Math.round).join(' '));
    return percentile(delays, 0.95);
  }

  async function measure(fault: () => unknown) {
    const baseline = await typeLine();
    const started = Promise.resolve(fault());
    const during = await typeLine();
    await started;
    return { baseline, during, added: during - baseline };
  }

  const command = (extension: Faulty, id: string) =>
    page.evaluate(
      async ([extensionId, commandId]) => {
        const result = await window.outrigger.extensions.runCommand(extensionId, commandId);
        return result.ok ? '' : result.failure.message;
      },
      [extension.id, id] as const,
    );

  const drill: Drill = {
    ...outrigger,
    panel,
    command,
    async typeDuring(fault, whileItLasts = async () => undefined) {
      const before = await settledMemory(app, page);
      let measured = await measure(fault);
      await whileItLasts();
      // A busy computer may have been the reason once.
      if (measured.added >= mostAddedLatency) {
        measured = await measure(fault);
        await whileItLasts();
      }
      console.log(measured);
      expect(measured.added, `a key took ${measured.during} ms at the 95th of 100, ${measured.baseline} ms before`).toBeLessThan(mostAddedLatency);
      await before.comesBack();
    },
    async answering(extension, prompt = 'Say 100 words') {
      await panel.choose(extension.name);
      await panel.ask(prompt);
      await expect(panel.lastTurn).toContainText('word-3');
    },
    async othersAnswer() {
      if (!/Sample/.test((await panel.model.getAttribute('aria-label')) ?? '')) await panel.choose('Sample');
      await panel.ask('Hi');
      await expect(panel.lastTurn).toContainText('Hello, world!');
      await panel.ended();
      await expect(panel.failure).toHaveCount(0);
    },
    async nothingIsLost() {
      const typed = `${line}\n`.repeat(lines);
      await editor.focus();
      await page.keyboard.press('ControlOrMeta+S');
      await expect.poll(() => readFile(join(project, 'notes.txt'), 'utf8')).toBe(typed);
      await expect(editor).toContainText(line);
    },
  };
  return drill;
}
