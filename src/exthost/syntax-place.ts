import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CodePlace } from './runtimes/syntax-error.ts';

/**
 * Where a module, or one that it imports, is no program. Node writes that above the stack for scripts and for imports
 * of what is not exported; of modules it tells nobody, so a thread reads them once more.
 * @returns null when it could not be found out
 */
export async function syntaxPlace(error: Error, url: string): Promise<CodePlace | null> {
  return placeAbove(error.stack ?? '') ?? (await placeOfModule(url));
}

/** The file with the line, the line itself, and below it marks from the column on. */
function placeAbove(stack: string): CodePlace | null {
  const [, file, line, before] = /^(\S.*):(\d+)\n.*\n(\s*)\^/.exec(stack) ?? [];
  if (file === undefined || line === undefined || before === undefined) return null;
  return { file, line: Number(line), column: before.length + 1 };
}

function placeOfModule(url: string): Promise<CodePlace | null> {
  // Beside this module, as source and as built.
  const module = join(import.meta.dirname, `syntax-thread${extname(import.meta.filename)}`);
  const thread = new Worker(module, { workerData: url, env: {}, execArgv: [] });
  return new Promise<CodePlace | null>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve(null));
    thread.once('exit', () => resolve(null));
  }).finally(() => void thread.terminate());
}
