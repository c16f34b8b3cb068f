import { afterEach, vi } from 'vitest';

type WaitFor = typeof vi.waitFor & { readonly ofVitest?: typeof vi.waitFor };

/** This module is loaded again for each file of a worker, while `vi` stays the same: keeps the original. */
const { ofVitest = vi.waitFor } = vi.waitFor as WaitFor;
/** Waits of the current test that have not ended. */
const waits = new Set<object>();

// Vitest's limit is one second, which a busy machine may need to start a process.
const waitFor: typeof vi.waitFor = async (callback, options) => {
  const wait = {};
  waits.add(wait);
  try {
    return await ofVitest(callback, {
      timeout: 60_000,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
  } finally {
    waits.delete(wait);
  }
};
vi.waitFor = Object.assign(waitFor, { ofVitest });

// An abandoned wait continues, and advances fake timers of a later test: by fifty milliseconds at each try.
afterEach(() => {
  const { size } = waits;
  waits.clear();
  if (size > 0)
    throw new Error(`The test left ${size} of vi.waitFor behind: await them, or wait for an event instead.`);
});
