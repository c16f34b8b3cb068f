import { afterEach, vi } from 'vitest';

type WaitFor = typeof vi.waitFor & { readonly ofVitest?: typeof vi.waitFor };

/** Each file of a worker has this anew, and the same Vitest. */
const { ofVitest = vi.waitFor } = vi.waitFor as WaitFor;
/** Those of a test that have not ended. */
const waits = new Set<object>();

// Vitest gives up what it waits for after one second, which a busy machine may need to start a process.
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

// One that is left behind goes on, and moves the clock of a later test that has a false one: fifty milliseconds at each try.
afterEach(() => {
  const { size } = waits;
  waits.clear();
  if (size > 0)
    throw new Error(`The test left ${size} of vi.waitFor behind: await them, or wait for an event instead.`);
});
