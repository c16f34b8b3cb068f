import { expect } from '@playwright/test';
import { buildStep } from '../../../scripts/setup/app-build.mjs';

/** Checks that a command would not rebuild changed sources, and so replace files under the apps of other tests. */
export async function expectBuilt(): Promise<void> {
  expect(await buildStep.isDone(), 'the sources are those that the tests began with').toBe(true);
}
