import { basename, dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { within } from '../../../shared/bounded.ts';

export interface AskedThreadOptions {
  /** Of the built file and of the source, without ending; it answers each message with one. */
  readonly name: string;
  /** Of the module that asks, beside which `name` lies while nothing is built. Of `import.meta` as a whole a build leaves nothing. */
  readonly directory: string;
  readonly filename: string;
  /** Milliseconds that it has for an answer; then it is ended, and the next question begins a new one. */
  readonly longest: number;
  /** What its memory may grow to. Megabytes. */
  readonly memory: number;
}

/**
 * A thread of main for work that may take long, or for ever. It begins with the first question, answers one at a time,
 * and keeps nothing from ending.
 * @returns a function that asks it, and rejects without an answer
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
    // Built, it lies beside the entry, and who asks is a part of a chunk.
    const beside = basename(directory) === 'chunks' ? dirname(directory) : directory;
    const worker = new Worker(join(beside, `${name}${extname(filename)}`), {
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
