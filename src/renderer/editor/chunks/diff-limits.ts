import type { DiffConfig } from '@codemirror/merge';

/** Limits of an exact comparison; beyond them a coarser diff is used. `timeout` is in milliseconds. */
export const diffLimits: DiffConfig = { scanLimit: 500, timeout: 200 };
