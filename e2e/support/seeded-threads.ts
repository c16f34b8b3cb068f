import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeThreads } from '../../bench/long-thread.ts';
import type { ThreadEntry } from '../../src/shared/contract/thread.ts';
import type { OpenOptions, Outrigger } from '../fixtures.ts';
import { panelOf } from './views/panel.ts';

const sample = { model: 'test-provider:sample/sample' };

/** Opens a project with the given threads, and shows the first one. */
export function openWithThreads(
  open: (options?: OpenOptions) => Promise<Outrigger>,
  threads: readonly (readonly ThreadEntry[])[],
  options: OpenOptions = {},
): Promise<Outrigger> {
  const seeded = threads.map((entries) => ({ id: randomUUID(), entries }));
  const prepare = (page: Page, userData: string, project: string) => bringBack(page, userData, project, seeded);
  return open({ ...options, prepare });
}

/** Restores threads by way of the deleted ones, as a running app does not read new files beside its own. */
async function bringBack(
  page: Page,
  userData: string,
  project: string,
  seeded: readonly { readonly id: string; readonly entries: readonly ThreadEntry[] }[],
): Promise<void> {
  await writeThreads(join(userData, 'seeds'), project, seeded);
  await mkdir(join(userData, 'threads', 'deleted'), { recursive: true });
  const ids = seeded.map(({ id }) => id);
  for (const name of ids.map((id) => `${id}.jsonl`)) {
    await rename(join(userData, 'seeds', 'threads', name), join(userData, 'threads', 'deleted', name));
  }
  await page.evaluate(async (all) => {
    const { threads } = window.outrigger;
    for (const id of all) {
      const restored = await threads.restore(id);
      if (!restored.ok) throw new Error(restored.failure.message);
    }
    const shown = await threads.open(all[0] ?? '');
    if (!shown.ok) throw new Error(shown.failure.message);
  }, ids);
}

export const messagesIn = (page: Page) => panelOf(page).root.getByRole('region', { name: 'Messages', exact: true });

/** Entries of a turn: a prompt and its answer. */
export function turnOf(
  id: string,
  prompt: string,
  ...answer: readonly DistributiveOmit<ThreadEntry, 'answerId'>[]
): ThreadEntry[] {
  const at = Date.UTC(2026, 0, 5, 9);
  const answerId = `${id}-answer`;
  return [
    { kind: 'prompt', id, at, text: prompt },
    { kind: 'answer-started', id: answerId, at, promptId: id, model: sample.model, modelName: 'Sample' },
    ...answer.map((entry) => ({ ...entry, answerId }) as ThreadEntry),
    { kind: 'answer-ended', answerId, at: at + 1000, end: { type: 'stop', reason: 'end-turn' } },
  ];
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
