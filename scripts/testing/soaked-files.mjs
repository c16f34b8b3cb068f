import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Takes its length from `lengthOf`, or commits faults, which are all measured in a soak. */
const isSoaked = /\blengthOf\(|fault-drill/;

/**
 * The test files that `npm run soak` runs: those that do more there than in `npm test`.
 * @param {string} root of the project
 * @returns {{ unit: string[], e2e: string[] }} paths from there
 */
export function soakedFiles(root) {
  const find = (/** @type {string} */ folder, /** @type {RegExp} */ names) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((path) => names.test(path) && isSoaked.test(readFileSync(join(root, path), 'utf8')))
      .toSorted();
  const tests = /\.test\.tsx?$/;
  return { unit: [...find('src', tests), ...find('resources/extensions', tests)], e2e: find('e2e', /\.spec\.ts$/) };
}
