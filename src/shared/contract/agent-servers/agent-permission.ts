import { z } from 'zod/mini';
import { agentCallPatchSchema, agentQuestionSchema } from './agent-item.ts';

/** Characters of JSON; what is longer is asked about each time, as nobody has read all of it. */
export const longestExactAsk = 8_000;

/** For how long an answer holds: in its thread until the app ends, or in the thread's folder until it is removed in Settings. */
export const permissionReachSchema = z.enum(['thread', 'folder']);
export type PermissionReach = z.output<typeof permissionReachSchema>;

const { title, kind, content, locations, input } = agentCallPatchSchema.shape;

/** All that a question shows of what is to be done, to the letter, and the name of the answer that allows it once. */
export const exactAskSchema = z.strictObject({
  title,
  kind,
  content,
  locations,
  input,
  asked: agentQuestionSchema.shape.title,
  text: agentQuestionSchema.shape.text,
  command: agentQuestionSchema.shape.command,
  cwd: agentQuestionSchema.shape.cwd,
  option: z.string(),
});
export type ExactAsk = Readonly<z.output<typeof exactAskSchema>>;

/** Where an answer holds. */
export type PermittedIn =
  /** Absolute, links resolved. */
  | { readonly type: 'folder'; readonly folder: string }
  /** Until the app ends. The folder is that of the thread. */
  | { readonly type: 'thread'; readonly threadId: string; readonly folder: string | null };

/** What a person has allowed an agent from then on, until they remove it. */
export interface AgentPermission {
  readonly id: string;
  readonly agentName: string;
  readonly in: PermittedIn;
  readonly ask: ExactAsk;
  /** The agent is there, and still the program that was allowed it. */
  readonly holds: boolean;
}
