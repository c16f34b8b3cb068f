import { spawn } from 'node:child_process';

/** Milliseconds, should nobody end it. */
const longestLoad = 20_000;

/** Measures something beside a program that keeps a core busy, as an extension may, and is none of the app's. */
export async function besideBusyProgram<T>(measure: () => Promise<T>): Promise<T> {
  const code = `const end = Date.now() + ${longestLoad}; while (Date.now() < end) Math.random();`;
  const program = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  try {
    return await measure();
  } finally {
    program.kill('SIGKILL');
  }
}
