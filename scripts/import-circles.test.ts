import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

/** The linter checks imports, but not types that JavaScript imports in comments. */
const root = join(import.meta.dirname, '..');
const named = /(?:from\s*|import\(\s*|import\s+)'(\.[^']+)'/g;

function importsOf(files: ReadonlySet<string>): Map<string, string[]> {
  const targets = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)]
      .map(([, way = '']) => posix.join(posix.dirname(file), way))
      .filter((target) => target !== file && files.has(target));
  return new Map([...files].map((file) => [file, targets(file)]));
}

/** Repeatedly removes modules without remaining imports; the rest is in cycles, or leads to one. */
function inCircles(imports: Map<string, string[]>): string[] {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file);
  }
  return [...left.keys()];
}

it('no scripts and no extensions of JavaScript import each other in circles, also for types in comments', () => {
  const listed = execFileSync('git', ['ls-files', 'scripts', 'resources'], { cwd: root, encoding: 'utf8' });
  const files = new Set(listed.split('\n').filter((file) => /\.m?js$/.test(file)));
  expect(files.size).toBeGreaterThan(100);
  expect(inCircles(importsOf(files))).toEqual([]);
});
