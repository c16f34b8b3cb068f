import { join } from 'node:path';
import { capture } from '../setup/commands.mjs';
import { toolEnvironment, toolNode } from '../setup/node-toolchain.mjs';
import { formatDuration, root } from '../setup/project.mjs';

/**
 * @typedef {{ passed: number, failed: number, remarks?: readonly string[] }} Count with a line for each test that did
 * not simply pass
 */

const biome = ['@biomejs/biome/bin/biome', 'ci', '--colors=off'];
const tsc = ['typescript/bin/tsc', '--pretty', 'false', '-p'];

/** @type {readonly { name: string, args: readonly string[] }[]} */
const checks = [
  { name: 'format and lint', args: biome },
  { name: 'types: main, host, scripts, tests', args: [...tsc, 'tsconfig.json'] },
  { name: 'types: renderer', args: [...tsc, 'tsconfig.renderer.json'] },
  { name: 'types: shared', args: [...tsc, 'tsconfig.shared.json'] },
];

/**
 * Format, lint and types, in parallel. Prints a line for each, and the output of a failed one.
 * @returns {Promise<Count>}
 */
export async function runChecks() {
  const results = await Promise.all(checks.map(runCheck));
  const failed = checks.filter((_check, at) => !results[at]);
  return {
    passed: checks.length - failed.length,
    failed: failed.length,
    remarks: failed.map(({ name }) => `failed: ${name}`),
  };
}

/** @param {typeof checks[number]} check */
async function runCheck({ name, args: [script = '', ...args] }) {
  const start = performance.now();
  const options = { cwd: root, env: toolEnvironment() };
  const { code, stdout, stderr } = await capture(
    toolNode().executable,
    [join(root, 'node_modules', script), ...args],
    options,
  );
  const passed = code === 0;
  const output = passed ? '' : `${stdout}${stderr}`.trimEnd();
  process.stdout.write(
    `${passed ? 'passed' : 'FAILED'}  ${name} (${formatDuration(performance.now() - start)})\n${output}${output ? '\n' : ''}`,
  );
  return passed;
}
