import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { FailureError } from '../../shared/contract/errors.ts';

export interface AskedThreadOptions {
  /**
   * File name of the module, built or not, without extension; it answers each message with one. `null` is no answer: it
   * says that it goes on.
   */
  readonly name: string;
  /** From `import.meta` of the calling module, next to the source of `name`. A build empties `import.meta` itself. */
  readonly directory: string;
  readonly filename: string;
  /** Milliseconds without an answer or `null`; then the thread is ended, and the next question starts a new one. */
  readonly longest: number;
  /** Limit of its memory in megabytes. */
  readonly memory: number;
}

/** Those that are asked, or were ended and have not gone yet. */
const busy = new Set<Worker>();

/** Whether a thread may hang in a call of the system, as for a drive that does not answer: it would keep the process from exiting. */
export const isThreadBusy = (): boolean => busy.size > 0;

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
    // Somebody must listen, or an error would be main's.
    worker.on('error', () => {});
    worker.on('exit', () => {
      busy.delete(worker);
      if (thread === worker) thread = null;
    });
    return worker;
  }

  async function ask(question: Q): Promise<A> {
    thread ??= start();
    const asked = thread;
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    const timer = setTimeout(() => {
      reject(new FailureError({ code: 'timeout', message: `${name} did not answer.` }));
    }, longest);
    const onMessage = (answer: A | null) => (answer === null ? void timer.refresh() : resolve(answer));
    const onExit = () => reject(new Error(`${name} ended.`));
    asked.on('message', onMessage).once('error', reject).once('exit', onExit);
    asked.ref();
    busy.add(asked);
    try {
      asked.postMessage(question);
      const answer = await promise;
      busy.delete(asked);
      return answer;
    } catch (error) {
      if (thread === asked) thread = null;
      void asked.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      asked.off('message', onMessage).off('error', reject).off('exit', onExit);
      asked.unref();
    }
  }

  return (question) => inTurn(() => ask(question));
}
