import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { within } from '../../../shared/bounded.ts';

export interface AskedThreadOptions {
  /** File name of the module, built or not, without extension; it answers each message with one. */
  readonly name: string;
  /** From `import.meta` of the calling module, next to the source of `name`. A build empties `import.meta` itself. */
  readonly directory: string;
  readonly filename: string;
  /** Timeout of an answer in milliseconds; then the thread is ended, and the next question starts a new one. */
  readonly longest: number;
  /** Limit of its memory in megabytes. */
  readonly memory: number;
}

/**
 * A thread of main for work that may take long or never end. It starts with the first question, answers one at a time,
 * and does not keep the process alive.
 * @returns a function that asks it, and rejects if there is no answer
 */
export function createAskedThread<Q, A>({
  name,
  directory,
  filename,
  longest,
  memory,
}: AskedThreadOptions): (question: Q) => Promise<A> {
  const inTurn = pLimit(1);
  let thread: Worker | null = null;

  function start(): Worker {
    const worker = new Worker(join(directory, `${name}${extname(filename)}`), {
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    worker.on('error', () => {
      if (thread === worker) thread = null;
    });
    return worker;
  }

  async function ask(question: Q): Promise<A> {
    thread ??= start();
    const asked = thread;
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    asked.once('message', resolve);
    asked.once('error', reject);
    asked.ref();
    try {
      asked.postMessage(question);
      return await within(promise, longest, () => `${name} did not answer.`);
    } catch (error) {
      thread = null;
      void asked.terminate();
      throw error;
    } finally {
      asked.off('message', resolve);
      asked.off('error', reject);
      asked.unref();
    }
  }

  return (question) => inTurn(() => ask(question));
}
