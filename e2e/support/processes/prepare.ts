import makeCodeCache from './code-cache.ts';
import buildComponents from './components.ts';

/**
 * Makes what tests start apps with, unless it is there from a run before. Called by Playwright before the tests, when there
 * is a display already; the gate runs it as a program beside the parts that come first.
 */
export default async function prepare(): Promise<void> {
  await Promise.all([makeCodeCache(), buildComponents()]);
}

if (import.meta.main) await prepare();
