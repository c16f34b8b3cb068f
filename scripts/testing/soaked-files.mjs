import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files that `npm run soak` runs: those in which a test takes its length from `lengthOf`.
 * @param {string} root of the project
 * @returns {{ unit: string[], e2e: string[] }} paths from there
 */
export function soakedFiles(root) {
  const find = (/** @type {string} */ folder, /** @type {RegExp} */ names) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((path) => names.test(path) && /\blengthOf\(/.test(readFileSync(join(root, path), 'utf8')))
      .toSorted();
  const tests = /\.test\.tsx?$/;
  return { unit: [...find('src', tests), ...find('resources/extensions', tests)], e2e: find('e2e', /\.spec\.ts$/) };
}
