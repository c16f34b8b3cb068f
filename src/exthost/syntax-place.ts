import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CodePlace } from './runtimes/syntax-error.ts';

/**
 * Place of a syntax error in a module or its imports. Node writes it above the stack for scripts, and for imports of
 * names that are not exported; for modules it does not, so that a thread parses them again.
 * @returns null if it could not be found
 */
export async function syntaxPlace(error: Error, url: string): Promise<CodePlace | null> {
  return placeAbove(error.stack ?? '') ?? (await placeOfModule(url));
}

/** Parses Node's form: file and line number, the line itself, and below it marks from the column on. */
function placeAbove(stack: string): CodePlace | null {
  const [, file, line, before] = /^(\S.*):(\d+)\n.*\n(\s*)\^/.exec(stack) ?? [];
  if (file === undefined || line === undefined || before === undefined) return null;
  return { file, line: Number(line), column: before.length + 1 };
}

function placeOfModule(url: string): Promise<CodePlace | null> {
  // In the folder of this module, with its extension: .ts in the source, .js in the build.
  const module = join(import.meta.dirname, `syntax-thread${extname(import.meta.filename)}`);
  const thread = new Worker(module, { workerData: url, env: {}, execArgv: [] });
  return new Promise<CodePlace | null>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve(null));
    thread.once('exit', () => resolve(null));
  }).finally(() => void thread.terminate());
}
