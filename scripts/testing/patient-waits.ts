import { vi } from 'vitest';

// Vitest gives up what it waits for after one second, which a busy machine may need to start a process.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 60_000, ...(typeof options === 'number' ? { timeout: options } : options) });
