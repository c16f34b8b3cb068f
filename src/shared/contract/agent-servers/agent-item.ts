import { z } from 'zod/mini';
import { imageShape } from '../prompt-image.ts';
import { shownChangeSchema } from '../tool.ts';

/**
 * What an answer of an agent server consists of besides text: records that later ones of the same id complete. A field that is
 * absent stays as it is, any other value takes its place, and what is in `added` follows what is there.
 */

/** Kinds of calls that have an icon of their own; an unknown one is `other`. */
export const agentCallKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export const agentCallStates = ['pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled'] as const;

const callContentSchema = z.discriminatedUnion('type', [
  /** Markdown. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** As the agent tells it, which may be a fragment: for display, never to write a file from. */
  z.object({ type: z.literal('diff'), change: shownChangeSchema }),
  /** The terminal of this id in the same answer. */
  z.object({ type: z.literal('terminal'), terminalId: z.string() }),
  /** The image of this id in the same answer. `name` is that of its file, or ""; `facts` says its type and size. */
  z.object({ type: z.literal('image'), imageId: z.string(), name: z.string(), facts: z.string() }),
]);
export type AgentCallContent = Readonly<z.output<typeof callContentSchema>>;

const optionKinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always', 'other'] as const;
/** A question of an agent, which is answered by one of its own options. Two may have the same kind, or name. */
export const agentQuestionSchema = z.object({
  id: z.string(),
  /** How often its call came to show something else while it waited; absent: never. An answer names the one that was seen. */
  revision: z.exactOptional(z.int().check(z.gte(0))),
  /** In the agent's words; absent: the call says it. */
  title: z.exactOptional(z.string()),
  text: z.exactOptional(z.string()),
  /** The command that it is about. */
  command: z.exactOptional(z.string()),
  /** Where that command would run, as the agent tells it; absent: it does not. */
  cwd: z.exactOptional(z.string()),
  /** Not all that the agent wrote of it is here. */
  isPartly: z.exactOptional(z.literal(true)),
  options: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(optionKinds) })),
  /** The id of the chosen option; null: it was cancelled. Absent: it waits. */
  answer: z.exactOptional(z.nullable(z.string())),
  /** The person allowed the same from then on, in this thread or in its folder. */
  allowsIn: z.exactOptional(z.enum(['thread', 'folder'])),
  /** Nobody was asked: the person had allowed the same there. */
  allowedIn: z.exactOptional(z.enum(['thread', 'folder'])),
});
export type AgentQuestion = Readonly<z.output<typeof agentQuestionSchema>>;
/** A question as a person saw it. */
export const seenQuestionSchema = z.strictObject({
  id: agentQuestionSchema.shape.id,
  revision: agentQuestionSchema.shape.revision,
});
export type SeenQuestion = Readonly<z.output<typeof seenQuestionSchema>>;

export const agentCallPatchSchema = z.object({
  id: z.string(),
  title: z.exactOptional(z.string()),
  kind: z.exactOptional(z.enum(agentCallKinds)),
  state: z.exactOptional(z.enum(agentCallStates)),
  content: z.exactOptional(z.array(callContentSchema)),
  added: z.exactOptional(z.array(callContentSchema)),
  /** Files that it works on, absolute; `line` from 1. */
  locations: z.exactOptional(z.array(z.object({ path: z.string(), line: z.exactOptional(z.number()) }))),
  /** JSON text, cut. */
  input: z.exactOptional(z.string()),
  /** Not all that the agent wrote of what it is to do is here; it stays so, whatever is told later. */
  isPartly: z.exactOptional(z.literal(true)),
  /** JSON text, cut. */
  output: z.exactOptional(z.string()),
  /** A new one is added, one of the same id takes its place. */
  question: z.exactOptional(agentQuestionSchema),
});
export type AgentCallPatch = Readonly<z.output<typeof agentCallPatchSchema>>;

export const agentTerminalPatchSchema = z.object({
  id: z.string(),
  command: z.exactOptional(z.string()),
  cwd: z.exactOptional(z.string()),
  /** Plain text, without control sequences. */
  output: z.exactOptional(z.string()),
  added: z.exactOptional(z.string()),
  /** Its beginning is left out. */
  isCut: z.exactOptional(z.boolean()),
  /** Absent: it runs. Neither: how it ended is not known. */
  exit: z.exactOptional(z.object({ code: z.nullable(z.number()), signal: z.exactOptional(z.string()) })),
});
export type AgentTerminalPatch = Readonly<z.output<typeof agentTerminalPatchSchema>>;

/** The whole plan; a later one of the same id takes its place, and one with neither removes it. */
export const agentPlanSchema = z.object({
  id: z.string(),
  entries: z.array(
    z.object({
      content: z.string(),
      priority: z.enum(['high', 'medium', 'low']),
      state: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
    }),
  ),
  /** Markdown. */
  text: z.exactOptional(z.string()),
});
export type AgentPlan = Readonly<z.output<typeof agentPlanSchema>>;

/** Something that it lets the person know, such as that it summed up what was said. The whole of it. */
export const agentNoteSchema = z.object({
  id: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  title: z.string(),
  /** Markdown. */
  text: z.exactOptional(z.string()),
});
export type AgentNote = Readonly<z.output<typeof agentNoteSchema>>;

/** An image that its words or calls show. The same image is kept once in an answer, however often it is told. */
export const agentImageSchema = z.object({
  /** Of what it consists of: two images with one id are the same. */
  id: z.string(),
  ...imageShape,
  /** Base64. Absent: it is only named, as its answer has as much as is kept. */
  data: z.exactOptional(imageShape.data),
  /** Its size as a file. */
  bytes: z.int(),
});
export type AgentImage = Readonly<z.output<typeof agentImageSchema>>;
