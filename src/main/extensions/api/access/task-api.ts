import type { MainStreams } from '../../../../shared/contract/extensions/main-streams.ts';
import { Handoff } from '../../../../shared/handoff.ts';
import { LinkedController } from '../../../../shared/linked-controller.ts';
import { createEntryEvents } from '../../../agent/events/entry-events.ts';
import { createFollower, type Told } from '../../../agent/events/follower.ts';
import type { ChildThreads } from '../../../agent/threads/tasks/child-threads.ts';
import type { ToolHost } from '../../../tools/tool-host.ts';
import { askerOf } from '../asker.ts';
import type { ExtensionStreams } from '../checked-streams.ts';
import type { ExtensionLog } from '../extension-log.ts';
import type { WaitingCalls } from '../waiting-calls.ts';
import type { AccessGate } from './access-gate.ts';

export interface TaskApiDeps {
  threads(): Pick<ChildThreads, 'spawn'>;
  readonly tools: Pick<ToolHost, 'callOf'>;
  readonly access: AccessGate;
  readonly waiting: Pick<WaitingCalls, 'begin'>;
  readonly log: Pick<ExtensionLog, 'write'>;
}

/** Tasks that extensions give to models, in threads of their own. */
export const createTaskApi = ({
  threads,
  tools,
  access,
  waiting,
  log,
}: TaskApiDeps): ExtensionStreams['thread.spawn'] =>
  async function* (caller, { task, callId, threadId, events }, signal) {
    const call = callId === undefined ? null : tools.callOf(caller, callId);
    const place = call ? { parentId: call.at.threadId, toolUseId: call.toolUseId } : { parentId: threadId ?? null };
    const over = new LinkedController(call ? [signal, call.signal] : [signal]);
    const items = new Handoff<MainStreams['thread.spawn']['item']>();
    const endWait = waiting.begin(caller.id);
    over.signal.addEventListener('abort', () => items.end());
    const follower = createFollower({
      deliver: (told) => items.put({ told } as { told: Extract<typeof told, { id: (typeof events)[number] }> }),
      failed: (text) => log.write(caller.id, 'warn', text),
    });
    let id = '';
    const heard = new Set<string>(events);
    const tell = createEntryEvents({
      hears: (name) => heard.has(name),
      tell: (name, event) => follower.tell({ id: name, threadId: id, event } as Told),
    });

    async function run(): Promise<void> {
      await access.permit(caller, 'spawn-threads', over.signal);
      const follow: Parameters<ChildThreads['spawn']>[3] = (thread, entries) => {
        id = thread.id;
        if (heard.size > 0) tell(entries, thread.view);
      };
      const ended = await threads().spawn(askerOf(caller), task, place, follow, over.signal);
      await follower.idle();
      void items.put({ ended });
    }
    const running = run().finally(() => items.end());
    // Whoever leaves the stream does not wait for it.
    running.catch(() => {});
    try {
      yield* items;
      await running;
    } finally {
      over.abort();
      endWait();
    }
  };
