import type { Access } from '../../../shared/contract/access.ts';
import type {
  AskedEvent,
  AskedEvents,
  EventOutcomes,
} from '../../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { EventName } from '../../../shared/contract/extensions/thread-events.ts';
import { createAccessGate } from '../../extensions/api/access/access-gate.ts';
import { manifestOf } from '../../extensions/api/test-support/manifests.ts';
import { createThreadEvents } from './thread-events.ts';

export type Asked = ExtensionMethods['event.ask']['params'];
export type Told = ExtensionMethods['event.tell']['params'];

export interface Hearing {
  readonly id: string;
  readonly names: readonly EventName[];
  ask?(asked: Asked, signal: AbortSignal): Promise<unknown> | unknown;
  tell?(told: Told): Promise<null> | null;
}

/** Extensions that hear events, in this order; a person lets them do all of it unless told otherwise. */
export function eventsOf(extensions: readonly Hearing[], allowed: readonly Access[] = ['steer-models']) {
  const passed: string[] = [];
  const warned: string[] = [];
  const questions: string[] = [];
  const waiting = new Set<string>();
  const asking = new Set<string>();
  const events = createThreadEvents({
    manifests: () =>
      extensions.map(({ id, names }) =>
        manifestOf(id, { capabilities: { exec: true }, events: Object.fromEntries(names.map((name) => [name, {}])) }),
      ),
    require: (id) => ({
      async call(_method, params, { signal = new AbortController().signal, onSent } = {}) {
        const extension = extensions.find((one) => one.id === id);
        onSent?.();
        if (_method === 'event.tell') return ((await extension?.tell?.(params as Told)) ?? null) as never;
        const answer = Promise.resolve(extension?.ask?.(params as Asked, signal));
        const aborted = new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
        return (await Promise.race([answer, aborted])) as never;
      },
    }),
    access: createAccessGate({
      async ask(_asker, question) {
        questions.push(question.type);
        return 'deny';
      },
      originOf: (id) => id,
      allowed: () => allowed,
      keep: async () => {},
    }),
    isWaiting: (id) => waiting.has(id),
    isAsking: (id) => asking.has(id),
    passedOver: ({ name }, event, why) => passed.push(`${name} ${event}: ${why}`),
    warn: (id, text) => warned.push(`${id}: ${text}`),
    deadlines: { sayMs: 200, followMs: 1000 },
  });
  return { events, passed, warned, questions, waiting, asking };
}

export const says = (outcome: unknown, failures: string[] = []) => ({ outcome, failures });

type Saying = {
  [N in AskedEvent]?: (event: AskedEvents[N], signal: AbortSignal) => EventOutcomes[N] | Promise<EventOutcomes[N]>;
};

/** One extension, “guard”, that has a say in the events for which `saying` has a function, however long that takes. */
export function guarding() {
  const guard = {
    saying: {} as Saying,
    follows: [] as EventName[],
    told: [] as Told[],
    id: 'guard',
    get names(): EventName[] {
      return [...guard.follows, ...(Object.keys(guard.saying) as AskedEvent[])];
    },
    async ask({ id, event }: Asked, signal: AbortSignal) {
      const say = guard.saying[id] as ((event: unknown, signal: AbortSignal) => unknown) | undefined;
      return says((await say?.(event, signal)) ?? {});
    },
    tell(told: Told) {
      guard.told.push(told);
      return null;
    },
  };
  const { events, waiting, asking } = eventsOf([guard]);
  for (const those of [waiting, asking]) those.add(guard.id);
  return { guard, events };
}
