import type { MainMethods } from '../../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import type { CallContext } from '../../../../shared/rpc/handlers.ts';
import type { ThreadsForExtensions } from '../../../agent/threads/threads-for-extensions.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { askerOf, askerRefusal } from '../asker.ts';
import { createKeyedLimit } from '../keyed-limit.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { AccessGate } from './access-gate.ts';

export type ThreadApi = Pick<ExtensionServices, Extract<keyof MainMethods, `thread.${string}`>>;

/** Each change is a line of the thread's file for good. */
const changesInASecond = 10;
/** Reads of one extension; they are done one after another. */
const mostWaiting = 500;
const longestPauseMs = 100;

/** Threads of the agent panel for extensions. */
export function createThreadApi({
  threads,
  access,
}: {
  threads(): ThreadsForExtensions;
  readonly access: AccessGate;
}): ThreadApi {
  const rate = createRateLimit(changesInASecond);
  const reads = createKeyedLimit(1, mostWaiting);

  async function change(caller: Manifest, { signal }: CallContext, work: () => Promise<void>): Promise<null> {
    await access.permit(caller, 'change-threads', signal);
    if (!rate.take(caller.id)) {
      throw askerRefusal(askerOf(caller), `changes threads more than ${changesInASecond} times in a second.`);
    }
    await work();
    return null;
  }
  async function paced<T>(caller: Manifest, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = await reads.begin(caller.id, signal);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      // A long thread takes main some milliseconds: reads in a loop must not delay a key.
      setTimeout(end, Math.min(2 * (performance.now() - begun), longestPauseMs));
    }
  }
  const read = async <T>(caller: Manifest, { signal }: CallContext, work: () => Promise<T>): Promise<T> => {
    await access.permit(caller, 'read-threads', signal);
    return paced(caller, signal, work);
  };

  return {
    'thread.shown': () => threads().shown(),
    'thread.state': (caller, { threadId }, { signal }) => paced(caller, signal, () => threads().state(threadId)),
    'thread.info': (caller, { threadId }, context) => read(caller, context, () => threads().info(threadId)),
    'thread.items': (caller, { threadId, ...which }, context) =>
      read(caller, context, () => threads().items(threadId, which)),
    'thread.instructions': (caller, { threadId }, context) =>
      read(caller, context, () => threads().instructions(threadId)),
    'thread.rename': (caller, { threadId, title }, context) =>
      change(caller, context, () => threads().rename(threadId, title)),
    'thread.annotate': (caller, { threadId, itemId, ...given }, context) =>
      change(caller, context, () => threads().annotate(threadId, itemId, given)),
    'thread.stop': (caller, { threadId }, context) => change(caller, context, () => threads().stop(threadId)),
  };
}
