import { expect } from 'vitest';
import type { AskedEvents, FollowedEvents } from '../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../shared/contract/extensions/exthost-api.ts';
import type { MainAnswers } from './connect-context.ts';
import { loadScript } from './load-script.ts';

const signal = new AbortController().signal;

/** A script that has these handlers, by the names of their events: the bodies of functions of `event` and `ctx`. */
export async function handling(handlers: Readonly<Record<string, string>>, answers: MainAnswers = {}) {
  const source = Object.entries(handlers).map(([name, body]) => `zi.on("${name}", function(event, ctx) ${body} end)`);
  const its = await loadScript(source.join('\n'), { answers });
  const ask = <N extends keyof AskedEvents>(id: N, event: AskedEvents[N], until = signal) =>
    its.api.events.ask({ id, threadId: 'thread', event } as ExtensionMethods['event.ask']['params'], until);
  const tell = <N extends keyof FollowedEvents>(id: N, event: FollowedEvents[N]) =>
    its.api.events.tell({ id, threadId: 'thread', event } as ExtensionMethods['event.tell']['params'], signal);
  return { ...its, ask, tell };
}

/** What a handler with this body makes of an event. */
export async function made<N extends keyof AskedEvents>(
  name: N,
  event: AskedEvents[N],
  body: string,
  answers?: MainAnswers,
) {
  const { ask } = await handling({ [name]: body }, answers);
  const { outcome, failures } = await ask(name, event);
  expect(failures).toEqual([]);
  return outcome;
}

export const toolCall = { callId: 'c', name: 'files__delete', input: { path: 'a', deep: { none: null, list: [] } } };
