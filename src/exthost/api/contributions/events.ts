import type { AskedEvent, ExtensionEvents } from '../../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { EventName } from '../../../shared/contract/extensions/thread-events.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { formatValue } from '../format-value.ts';
import { type Log, logFailure } from '../log.ts';
import { createThread } from '../threads.ts';
import { expectFunction, Registrations } from './registrations.ts';

type Handler = (event: unknown, at: Parameters<Parameters<ExtensionEvents['on']>[1]>[1]) => unknown;

export function createEvents(main: Peer<MainMethods>, log: Log, declared: readonly string[] | undefined) {
  const events = new Registrations<Set<Handler>>('events', declared);
  const handlersOf = (name: string): Handler[] => [...(events.find(name) ?? [])];
  const api: ExtensionEvents = {
    on(name: EventName, run: unknown) {
      expectFunction('events.on', run);
      const known = events.find(name);
      const those = known ?? new Set();
      if (!known) events.register(name, those);
      // The same function may be there twice.
      const handler: Handler = (event, at) => (run as Handler)(event, at);
      those.add(handler);
      return { dispose: () => void those.delete(handler) };
    },
  };

  return {
    api,
    async tell({ id, threadId, event }: ExtensionMethods['event.tell']['params'], signal: AbortSignal): Promise<null> {
      const at = { thread: createThread(main, threadId), signal };
      for (const handler of handlersOf(id)) {
        try {
          await handler(event, at);
        } catch (thrown) {
          if (!signal.aborted) logFailure(log, `A function for the event "${id}"`, thrown);
        }
      }
      return null;
    },
    async ask({ id, threadId, event }: ExtensionMethods['event.ask']['params'], signal: AbortSignal) {
      const { applyOutcome, eventOutcomes, stopOf } = await import(
        '../../../shared/contract/extensions/thread-events.ts'
      );
      const at = { thread: createThread(main, threadId), signal };
      const failures: string[] = [];
      let outcome = {};
      let present: Parameters<typeof applyOutcome<AskedEvent>>[0] = event;
      for (const handler of handlersOf(id)) {
        try {
          const said: unknown = (await handler(present, at)) ?? {};
          const read = eventOutcomes[id].safeParse(said);
          if (!read.success) {
            const keys = Object.keys(eventOutcomes[id].shape).join(', ');
            throw new TypeError(`it returned ${formatValue(said)}. Return nothing, or an object with some of: ${keys}`);
          }
          outcome = { ...outcome, ...read.data };
          present = applyOutcome<AskedEvent>(present, read.data);
          if (stopOf(read.data)) break;
        } catch (thrown) {
          if (signal.aborted) throw thrown;
          logFailure(log, `A function for the event "${id}"`, thrown);
          failures.push(thrown instanceof Error ? thrown.message : String(thrown));
        }
      }
      return { outcome, failures };
    },
  };
}
