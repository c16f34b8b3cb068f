import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const guard = new URL('./process-guard.ts', import.meta.url).href;

/**
 * Runs an extension's code in a guarded process, which prints what the guard reports and then exits by the host's way.
 * @param isHeard whether a report is expected, and waited for
 */
async function guarded(code: string, isHeard = true) {
  const source = `
    import 'node:process';
    import { guardProcess } from ${JSON.stringify(guard)};
    process.crash = process.hang = () => process.kill(process.pid, 'SIGSEGV');
    const attempts = [], uncaught = [];
    const exit = guardProcess({
      onExitAttempt: ({ call, stack }) => attempts.push({ call, stack }),
      onUncaught: (error) => uncaught.push(String(error.message)),
    });
    const leave = () => { process.stdout.write(JSON.stringify({ attempts, uncaught }), () => exit(42)); };
    await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(code)})).catch((error) => uncaught.push(error.message));
    while (${isHeard} && attempts.length + uncaught.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // A second report would have come by then.
    setTimeout(leave, 50);`;
  const { stdout, code: exitCode } = (await run(process.execPath, ['--input-type=module', '-e', source]).catch(
    (error: { stdout: string; code: number }) => error,
  )) as { stdout: string; code?: number };
  expect(exitCode).toBe(42);
  return JSON.parse(stdout) as { attempts: { call: string; stack: string }[]; uncaught: string[] };
}

test.each([
  ['process.exit(3)', 'process.exit(3)'],
  ['process.exit()', 'process.exit()'],
  ['process.abort()', 'process.abort()'],
  ['process.crash()', 'process.crash()'],
  ['process.hang()', 'process.hang()'],
  ['process.reallyExit(1)', 'process.reallyExit(1)'],
  [`process.kill(process.pid, 'SIGKILL')`, 'process.kill(process.pid, SIGKILL)'],
  ['process.kill(String(process.pid))', 'process.kill(process.pid, SIGTERM)'],
  ['process.kill(0)', 'process.kill(process.pid, SIGTERM)'],
  [`import { exit } from 'node:process'; exit(5)`, 'process.exit(5)'],
  [`import { createRequire } from 'node:module'; createRequire('/x')('process').exit(6)`, 'process.exit(6)'],
])('%s does not end the host, and is told', async (code, call) => {
  const { attempts, uncaught } = await guarded(code);
  expect(attempts.map((attempt) => attempt.call)).toEqual([call]);
  expect(attempts[0]?.stack).toContain('data:text/javascript');
  expect(uncaught).toEqual([`An extension must not end its host (${call})`]);
});

const refused = 'An extension must not end its host (process.exit(1))';

test.each([
  ['a timer', refused, `setTimeout(() => process.exit(1), 1)`],
  // The guard does not report this: uncaught errors are the host's matter, and may be those of another extension.
  [
    'a listener for what is uncaught',
    'no',
    `process.on('uncaughtException', () => process.exit(1)); setTimeout(() => { throw new Error('no'); }, 1)`,
  ],
  [
    'a listener for a rejection',
    refused,
    `process.on('unhandledRejection', () => process.exit(1)); Promise.reject(new Error('no'))`,
  ],
  ['a microtask', refused, `queueMicrotask(() => process.exit(1))`],
])('nor does it from %s', async (_, heard, code) => {
  expect((await guarded(code)).uncaught).toEqual([heard]);
});

test('a wrapper around exit that waits for its turn, as libraries put there, still ends nothing', async () => {
  const { attempts } = await guarded(`
    const { exit, reallyExit } = process;
    process.exit = (code) => exit.call(process, code);
    process.reallyExit = (code) => reallyExit.call(process, code);
    process.exit(7);`);
  expect(attempts.map(({ call }) => call)).toEqual(['process.exit(7)']);
});

test('what does no harm still works: asking whether a process is there, ending another', async () => {
  const { attempts, uncaught } = await guarded(
    `
    import { spawn } from 'node:child_process';
    process.kill(process.pid, 0);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    process.kill(other.pid, 'SIGKILL');`,
    false,
  );
  expect(attempts).toEqual([]);
  expect(uncaught).toEqual([]);
});
