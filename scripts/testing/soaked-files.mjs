import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Does more in a soak than in `npm test`. */
const hasTwoLengths = /\blengthOf\(/;
/** Has end-to-end tests that `npm test` leaves to a soak. */
const hasSoaked = /['"]@soak['"]/;

/**
 * The test files that `npm run soak` runs, found by what is written in them.
 * @param {string} root of the project
 * @returns {{ unit: string[], e2e: string[] }} paths from there
 */
export function soakedFiles(root) {
  const find = (/** @type {string} */ folder, /** @type {RegExp} */ names, /** @type {RegExp} */ mark) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((path) => names.test(path) && mark.test(readFileSync(join(root, path), 'utf8')))
      .toSorted();
  const tests = /\.test\.tsx?$/;
  return {
    unit: [...find('src', tests, hasTwoLengths), ...find('resources/extensions', tests, hasTwoLengths)],
    e2e: find('e2e', /\.spec\.ts$/, hasSoaked),
  };
}
