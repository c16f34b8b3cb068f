import { z } from 'zod/mini';
import type { Access } from '../access.ts';
import type { AskedEvent, AskedEvents, EventOutcomes, FollowedEvent } from '../extension-api/extension-events.ts';
import { completionRequestSchema, requestMessageSchema } from '../provider.ts';
import { sizeLimitRanges } from '../size-limits.ts';
import { longestDetails } from '../tool.ts';

/** Events of threads, as main and the hosts of extensions deal with them. */

const text = z.string().check(z.maxLength(1_000_000));
const reason = z.string().check(z.minLength(1), z.maxLength(1000));
const input = z
  .record(z.string(), z.unknown())
  .check(z.refine(isJsonWithin(1_000_000), { error: 'use JSON of 1 MB at most' }));
const details = z.unknown().check(z.refine(isJsonWithin(longestDetails), { error: 'use JSON of 64 KB at most' }));

export const eventOutcomes = {
  input: z.strictObject({
    text: z.exactOptional(text),
    handled: z.exactOptional(text),
  }),
  before_agent_start: z.strictObject({ instructions: z.exactOptional(text), added: z.exactOptional(text) }),
  context: z.strictObject({ messages: z.exactOptional(z.array(requestMessageSchema)) }),
  before_provider_request: z.strictObject({ request: z.exactOptional(completionRequestSchema) }),
  tool_call: z.strictObject({
    input: z.exactOptional(input),
    block: z.exactOptional(reason),
  }),
  tool_result: z.strictObject({
    text: z.exactOptional(z.string().check(z.maxLength(sizeLimitRanges.toolOutput.most))),
    isError: z.exactOptional(z.boolean()),
    details: z.optional(details),
  }),
  user_bash: z.strictObject({
    command: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(20_000))),
    block: z.exactOptional(reason),
    handled: z.exactOptional(text),
  }),
  session_before_switch: z.strictObject({ block: z.exactOptional(reason) }),
  session_before_fork: z.strictObject({ block: z.exactOptional(reason) }),
} satisfies { readonly [N in AskedEvent]: z.ZodMiniType<EventOutcomes[N]> };

/** Keys of an outcome that stop the event: nobody after that one is asked. */
export const stops = ['block', 'handled'] as const;

/** The event as an outcome leaves it. */
export function applyOutcome<N extends AskedEvent>(event: AskedEvents[N], outcome: EventOutcomes[N]): AskedEvents[N] {
  const changed = Object.entries(outcome).filter(([key]) => !(stops as readonly string[]).includes(key));
  return changed.length === 0 ? event : { ...event, ...Object.fromEntries(changed) };
}

export const stopOf = (outcome: object): boolean => stops.some((key) => Object.hasOwn(outcome, key));

/** What a person has to let an extension do before it gets the event; null: nothing, as it tells nothing of what was said. */
export const eventAccess = {
  session_start: null,
  model_select: null,
  agent_start: 'read-threads',
  agent_end: 'read-threads',
  turn_start: 'read-threads',
  turn_end: 'read-threads',
  message_start: 'read-threads',
  message_update: 'read-threads',
  message_end: 'read-threads',
  tool_execution_start: 'read-threads',
  tool_execution_update: 'read-threads',
  tool_execution_end: 'read-threads',
  input: 'steer-models',
  before_agent_start: 'steer-models',
  context: 'steer-models',
  before_provider_request: 'steer-models',
  tool_call: 'steer-models',
  tool_result: 'steer-models',
  user_bash: 'steer-models',
  session_before_switch: null,
  session_before_fork: null,
} as const satisfies Record<FollowedEvent | AskedEvent, Access | null>;

/** Events that follow from the entries of a thread. */
export const entryEvents = [
  'agent_start',
  'agent_end',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'message_end',
  'tool_execution_start',
  'tool_execution_update',
  'tool_execution_end',
] as const satisfies readonly FollowedEvent[];

export type EventName = keyof typeof eventAccess;
export const eventNames = Object.keys(eventAccess) as EventName[];
export const isAsked = (name: EventName): name is AskedEvent => Object.hasOwn(eventOutcomes, name);

function isJsonWithin(most: number) {
  return (value: unknown): boolean => {
    try {
      return (JSON.stringify(value) ?? '').length <= most;
    } catch {
      return false;
    }
  };
}
