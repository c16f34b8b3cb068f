import { expect } from '@playwright/test';
import { buildStep } from '../../../scripts/setup/app-build.mjs';

/** Before a command that builds what is not built yet: it would take the files from under the apps of other tests. */
export async function expectBuilt(): Promise<void> {
  expect(await buildStep.isDone(), 'the sources are those that the tests began with').toBe(true);
}
