import { z } from 'zod/mini';
import { type FetchHead, type FetchRequest, fetchRequestSchema } from '../extension-api/extension-fetch.ts';
import { type TaskEvent, type TaskOutcome, threadTaskSchema } from '../extension-api/extension-tasks.ts';
import type { ExtensionMethods } from './exthost-api.ts';
import { entryEvents } from './thread-events.ts';

const spawnSchema = z.strictObject({
  task: threadTaskSchema,
  /** The call of `tool.run` that it is a part of, and ends with. */
  callId: z.exactOptional(z.string().check(z.maxLength(100))),
  /** Its parent, if it is no part of a call. */
  threadId: z.exactOptional(z.string().check(z.maxLength(100))),
  /** Those that are to be told. */
  events: z.array(z.enum(entryEvents)).check(z.maxLength(100)),
});

export type ToldOfTask = Extract<ExtensionMethods['event.tell']['params'], { id: TaskEvent }>;
export type EndedTask = Omit<TaskOutcome, 'thread'> & { readonly threadId: string };

/** Streams of main, opened by an extension on its port. */
export type MainStreams = {
  /** The head first, then the body in pieces. */
  'network.fetch': { params: FetchRequest; item: FetchHead | Uint8Array };
  /** A task in a thread of its own: its events, and its end as the last item. It ends with the stream. */
  'thread.spawn': {
    params: z.output<typeof spawnSchema>;
    item: { readonly told: ToldOfTask } | { readonly ended: EndedTask };
  };
};
export const mainStreamParams = { 'network.fetch': fetchRequestSchema, 'thread.spawn': spawnSchema } satisfies {
  [S in keyof MainStreams]: z.ZodMiniType<MainStreams[S]['params']>;
};
