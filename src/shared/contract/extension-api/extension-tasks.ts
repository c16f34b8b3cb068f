import { z } from 'zod/mini';
import type { StopReason, TokenUsage } from '../provider.ts';
import type { EventPlace, FollowedEvent, FollowedEvents } from './extension-events.ts';
import type { ExtensionThread } from './extension-threads.ts';

/** What a model is to do in a thread of its own. */
export const threadTaskSchema = z.strictObject({
  task: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
  /** The name of an agent, which gives the model, the tools and the instructions that are not given here. */
  agent: z.optional(z.string().check(z.maxLength(200))),
  /** A `ref`, or `fast`. The default is the model of the parent, else the chosen one. */
  model: z.optional(z.string().check(z.maxLength(3000))),
  /** Names or ids of tools, of those that the parent may use; the default is all of them. */
  tools: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(200))),
  /** Told to the model after the person's rules. */
  instructions: z.optional(z.string().check(z.maxLength(20_000))),
});
export type ThreadTask = z.output<typeof threadTaskSchema>;

/** Events of a task's thread. */
export type TaskEvent = Exclude<FollowedEvent, 'session_start' | 'model_select'>;

export type TaskOptions = ThreadTask & {
  /** Stops the task; the promise then rejects. */
  readonly signal?: AbortSignal;
  /** Follows what goes on in it, as `context.events.on` does, without a declaration: in order, each waits for the one before. */
  readonly on?: { readonly [N in TaskEvent]?: (event: FollowedEvents[N], at: EventPlace) => unknown };
};

/** How a task ended. */
export interface TaskOutcome {
  /** It stays in the person's list. */
  readonly thread: ExtensionThread;
  /** `stopped`: by the person, or with its parent. */
  readonly status: 'completed' | 'failed' | 'stopped';
  /** What the model said last: after the last results of tools. At most 1,000,000 characters. */
  readonly text: string;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
  /** The `ref` of the model that answered. */
  readonly model: string;
  /** Of an answer that ended by itself. */
  readonly stopReason?: StopReason;
  /** Of all requests. */
  readonly usage: TokenUsage;
}
