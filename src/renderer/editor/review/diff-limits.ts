import type { DiffConfig } from '@codemirror/merge';

/** How exactly texts are compared before a coarser way is good enough. */
export const diffLimits: DiffConfig = { scanLimit: 500, timeout: 200 };
