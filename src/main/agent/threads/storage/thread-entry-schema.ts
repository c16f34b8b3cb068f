import { z } from 'zod/mini';
import { type ContentEntry, contentEntrySchema } from '../../../../shared/content/content-kinds.ts';
import { type FailureCode, nextSteps } from '../../../../shared/contract/errors.ts';
import { keptImagesSchema } from '../../../../shared/contract/prompt-image.ts';
import { modelPricesSchema, stopReasons, tokenUsageSchema } from '../../../../shared/contract/provider.ts';
import {
  answererSchema,
  handoverSchema,
  type PromptContext,
  spentSchema,
  type ThreadEntry,
  threadOriginSchema,
  threadSetupSchema,
} from '../../../../shared/contract/thread.ts';
import { toolRunStateSchema } from '../../../../shared/contract/tool.ts';

const failureSchema = z.object({
  code: z.enum(Object.keys(nextSteps) as [FailureCode, ...FailureCode[]]),
  message: z.string(),
  detail: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.number()),
  extensionId: z.optional(z.string()),
});

const answerEndSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop'), reason: z.enum(stopReasons), explanation: z.exactOptional(z.string()) }),
  z.object({ type: z.literal('stopped-by-person'), failure: z.exactOptional(failureSchema) }),
  z.object({ type: z.literal('step-limit'), steps: z.number() }),
  // As earlier versions wrote it.
  z.pipe(
    z.object({ type: z.literal('round-limit'), rounds: z.number() }),
    z.transform(({ rounds }) => ({ type: 'step-limit' as const, steps: rounds })),
  ),
  z.object({ type: z.literal('failed'), failure: failureSchema }),
]);

const calledToolSchema = z.object({
  extensionId: z.string(),
  extensionName: z.string(),
  id: z.string(),
  isReadOnly: z.boolean(),
});

const promptContextSchema: z.ZodMiniType<PromptContext> = z.object({
  kind: z.enum(['file', 'directory', 'symbol', 'tabs', 'diagnostics', 'thread', 'page', 'extension']),
  label: z.string(),
  href: z.string(),
  text: z.string(),
  problem: z.exactOptional(z.string()),
});

const shellRunEndSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('done'),
    exitCode: z.nullable(z.number()),
    output: z.string(),
    isTimedOut: z.exactOptional(z.boolean()),
  }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({ type: z.literal('blocked'), by: z.string(), reason: z.string() }),
  z.object({ type: z.literal('handled'), by: z.string(), output: z.string() }),
]);

const otherEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prompt'),
    id: z.string(),
    at: z.number(),
    text: z.string(),
    images: z.exactOptional(keptImagesSchema),
    replaces: z.exactOptional(z.string()),
    context: z.exactOptional(z.array(promptContextSchema)),
    typed: z.exactOptional(z.object({ text: z.string(), by: z.array(z.string()) })),
  }),
  z.object({ kind: z.literal('branch-shown'), at: z.number(), promptId: z.string() }),
  z.object({
    kind: z.literal('answer-started'),
    id: z.string(),
    at: z.number(),
    promptId: z.nullable(z.string()),
    model: z.string(),
    modelName: z.string(),
    prices: z.exactOptional(modelPricesSchema),
  }),
  z.object({
    kind: z.literal('tool-run'),
    answerId: z.string(),
    toolUseId: z.string(),
    at: z.number(),
    tool: z.exactOptional(calledToolSchema),
    state: toolRunStateSchema,
    changedBy: z.exactOptional(z.array(z.string())),
    input: z.exactOptional(z.string()),
  }),
  z.object({
    kind: z.literal('tool-output'),
    answerId: z.string(),
    toolUseId: z.string(),
    text: z.string(),
  }),
  z.object({ kind: z.literal('answer-step'), answerId: z.string() }),
  // As earlier versions wrote it.
  z.pipe(
    z.object({ kind: z.literal('answer-round'), answerId: z.string() }),
    z.transform(({ answerId }) => ({ kind: 'answer-step' as const, answerId })),
  ),
  z.object({ kind: z.literal('answer-retry'), answerId: z.string(), at: z.number(), failure: failureSchema }),
  z.object({
    kind: z.literal('command-reply'),
    id: z.string(),
    at: z.number(),
    command: z.string(),
    extensionName: z.string(),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('shell-run'),
    id: z.string(),
    at: z.number(),
    command: z.string(),
    isTold: z.boolean(),
    typed: z.exactOptional(z.string()),
    changedBy: z.exactOptional(z.array(z.string())),
  }),
  z.object({ kind: z.literal('shell-output'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('shell-ended'), id: z.string(), at: z.number(), end: shellRunEndSchema }),
  z.object({ kind: z.literal('title'), at: z.number(), text: z.string(), by: z.enum(['person', 'model']) }),
  z.object({
    kind: z.literal('title-usage'),
    at: z.number(),
    usage: tokenUsageSchema,
    prices: z.exactOptional(modelPricesSchema),
  }),
  z.object({ kind: z.literal('archived'), at: z.number(), isArchived: z.boolean() }),
  z.object({
    kind: z.literal('queue-added'),
    id: z.string(),
    at: z.number(),
    text: z.string(),
    images: z.exactOptional(keptImagesSchema),
  }),
  z.object({
    kind: z.literal('queue-edited'),
    id: z.string(),
    text: z.string(),
    images: z.exactOptional(keptImagesSchema),
  }),
  z.object({ kind: z.literal('queue-order'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('note'), at: z.number(), on: z.string(), text: z.string() }),
  z.object({ kind: z.literal('labels'), at: z.number(), on: z.string(), labels: z.array(z.string()) }),
  z.object({
    kind: z.literal('compaction'),
    id: z.string(),
    at: z.number(),
    promptId: z.string(),
    modelName: z.string(),
    text: z.string(),
    usage: z.exactOptional(tokenUsageSchema),
    prices: z.exactOptional(modelPricesSchema),
  }),
  z.object({
    kind: z.literal('limit'),
    at: z.number(),
    tokens: z.exactOptional(z.number()),
    cost: z.exactOptional(z.number()),
  }),
  z.object({ kind: z.literal('setup'), at: z.number(), ...threadSetupSchema.shape }),
  z.object({ kind: z.literal('origin'), at: z.number(), ...threadOriginSchema.shape }),
  z.object({
    kind: z.literal('task'),
    at: z.number(),
    threadId: z.string(),
    title: z.string(),
    extensionName: z.string(),
    toolUseId: z.exactOptional(z.string()),
    spent: z.exactOptional(spentSchema),
  }),
  z.object({
    kind: z.literal('agent-session'),
    at: z.number(),
    agent: z.string(),
    sessionId: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('answerer'), at: z.number(), ...answererSchema.shape }),
  z.object({ kind: z.literal('handover'), ...handoverSchema.shape }),
  z.object({ kind: z.literal('answer-usage'), answerId: z.string(), usage: tokenUsageSchema }),
  z.object({ kind: z.literal('answer-ended'), answerId: z.string(), at: z.number(), end: answerEndSchema }),
]) satisfies z.ZodMiniType<Exclude<ThreadEntry, ContentEntry>>;

/** One line of a thread's file after the first. */
export const threadEntrySchema: z.ZodMiniType<ThreadEntry> = z.discriminatedUnion('kind', [
  contentEntrySchema,
  otherEntrySchema,
]);
