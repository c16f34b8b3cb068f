import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { writeThreads } from '../../bench/long-thread.ts';
import type { ThreadEntry } from '../../src/shared/contract/thread.ts';
import type { LaunchOptions, Outrigger } from '../fixtures.ts';
import { panelOf } from './panel.ts';

const sample = { model: 'test-provider:sample/sample' };

/** Starts the app in a project that has these threads, of which the first one is shown. */
export const launchWithThreads = (
  launch: (options?: LaunchOptions) => Promise<Outrigger>,
  threads: readonly (readonly ThreadEntry[])[],
  options: LaunchOptions = {},
): Promise<Outrigger> =>
  launch({
    ...options,
    settings: { ...sample, ...options.settings },
    prepare: (userData, project) =>
      writeThreads(
        userData,
        project,
        threads.map((entries) => ({ id: randomUUID(), entries })),
      ),
  });

export const conversationOf = (page: Page) => panelOf(page).root.getByRole('region', { name: 'Conversation' });

/** A prompt and what was answered. */
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
