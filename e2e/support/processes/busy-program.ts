import { spawn } from 'node:child_process';

/** Milliseconds after which it ends by itself. */
const longestLoad = 20_000;

/** Runs a measurement beside another program that keeps a core busy, as an extension may do. */
export async function besideBusyProgram<T>(measure: () => Promise<T>): Promise<T> {
  const code = `const end = Date.now() + ${longestLoad}; while (Date.now() < end) Math.random();`;
  const program = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  try {
    return await measure();
  } finally {
    program.kill('SIGKILL');
  }
}
