import type { MainMethods } from '../../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import type { CallContext } from '../../../../shared/rpc/handlers.ts';
import type { ExtensionThreads } from '../../../agent/threads/extension-threads.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { askerOf, askerRefusal } from '../asker.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { AccessGate } from './access-gate.ts';

export type ThreadApi = Pick<ExtensionServices, Extract<keyof MainMethods, `thread.${string}`>>;

/** Each change is a line of the thread's file for good. */
const changesInASecond = 10;

/** Threads of the agent panel for extensions. */
export function createThreadApi({
  threads,
  access,
}: {
  threads(): ExtensionThreads;
  readonly access: AccessGate;
}): ThreadApi {
  const rate = createRateLimit(changesInASecond);

  async function change(caller: Manifest, { signal }: CallContext, work: () => Promise<void>): Promise<null> {
    await access.permit(caller, 'change-threads', signal);
    if (!rate.take(caller.id)) {
      throw askerRefusal(askerOf(caller), `changes threads more than ${changesInASecond} times in a second.`);
    }
    await work();
    return null;
  }
  const read = async <T>(caller: Manifest, { signal }: CallContext, work: () => Promise<T>): Promise<T> => {
    await access.permit(caller, 'read-threads', signal);
    return work();
  };

  return {
    'thread.shown': () => threads().shown(),
    'thread.state': (_caller, { threadId }) => threads().state(threadId),
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
