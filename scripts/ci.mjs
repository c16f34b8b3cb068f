// All that shows that a commit is sound, one after the other: tests, and that every bench runs. The last line sums it up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './setup/project.mjs';
import { settle, sum } from './testing/count-results.mjs';

// `npm run soak` belongs here as well, once a whole run of it was seen.
const parts = [
  ['npm', 'test'],
  ['npm', 'run', 'bench', '--', '--quick'],
];

/** @param {string[]} command prints "N passed, N failed" in the end */
async function run([program = '', ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let count = null;
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed !== undefined) count = { passed: Number(passed), failed: Number(failed) };
  }
  const [code] = await exited;
  return settle(count, code ?? 1);
}

const counts = [];
for (const part of parts) counts.push(await run(part));
const { passed, failed } = sum(counts);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
