import { z } from 'zod/mini';

/**
 * The records of the language-model provider interface. Names and shapes follow the WIT interface `llm-provider` of
 * Zed's provider extensions: a variant is a union discriminated by `type`, `option<T>` an optional property, field
 * names camelCase, u64 a safe integer. `queued` is our own addition.
 */

const count = z.int().check(z.nonnegative());
/** Characters of an id or a name: more than any service uses, and nothing that a list would choke on. */
export const maxLabel = 1000;
const label = z.string().check(z.maxLength(maxLabel));

export const providerInfoSchema = z.object({ id: label, name: label, icon: z.optional(label) });
export type ProviderInfo = z.output<typeof providerInfoSchema>;

export const modelCapabilitiesSchema = z.object({
  supportsImages: z.boolean(),
  supportsTools: z.boolean(),
  supportsToolChoiceAuto: z.boolean(),
  supportsToolChoiceAny: z.boolean(),
  supportsToolChoiceNone: z.boolean(),
  supportsThinking: z.boolean(),
  toolInputFormat: z.enum(['json-schema', 'json-schema-subset', 'simplified']),
});
export type ModelCapabilities = z.output<typeof modelCapabilitiesSchema>;

export const modelInfoSchema = z.object({
  id: label.check(z.minLength(1)),
  name: label.check(z.minLength(1)),
  maxTokenCount: count,
  maxOutputTokens: z.optional(count),
  capabilities: modelCapabilitiesSchema,
  isDefault: z.boolean(),
  isDefaultFast: z.boolean(),
});
export type ModelInfo = z.output<typeof modelInfoSchema>;

/** Characters of one text in an event: far beyond what a model sends at once, yet nothing that fills the memory. */
export const maxPiece = 4 * 1024 * 1024;
const piece = z.string().check(z.maxLength(maxPiece));

const thinkingContentSchema = z.object({ text: piece, signature: z.optional(piece) });
export const toolUseSchema = z.object({
  id: label,
  name: label,
  /** JSON text; complete only when `isInputComplete`. */
  input: piece,
  thoughtSignature: z.optional(piece),
  isInputComplete: z.boolean(),
});
export type ToolUse = z.output<typeof toolUseSchema>;

const imageDataSchema = z.object({
  /** Base64. */
  source: z.string(),
  width: z.optional(count),
  height: z.optional(count),
});

export type MessageContent =
  | { type: 'text'; value: string }
  | { type: 'image'; value: z.output<typeof imageDataSchema> }
  | { type: 'tool-use'; value: ToolUse }
  | { type: 'tool-result'; value: ToolResult }
  | { type: 'thinking'; value: z.output<typeof thinkingContentSchema> }
  | { type: 'redacted-thinking'; value: string };

export interface ToolResult {
  toolUseId: string;
  toolName: string;
  isError: boolean;
  content: { type: 'text'; value: string } | { type: 'image'; value: z.output<typeof imageDataSchema> };
}

export interface RequestMessage {
  role: 'user' | 'assistant' | 'system';
  content: MessageContent[];
  cache: boolean;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema as JSON text. */
  inputSchema: string;
}

export interface CompletionRequest {
  messages: RequestMessage[];
  tools: ToolDefinition[];
  toolChoice?: 'auto' | 'any' | 'none';
  stopSequences: string[];
  temperature?: number;
  thinkingAllowed: boolean;
  maxTokens?: number;
}

export const tokenUsageSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheCreationInputTokens: z.optional(count),
  cacheReadInputTokens: z.optional(count),
});
export type TokenUsage = z.output<typeof tokenUsageSchema>;

export const stopReasons = ['end-turn', 'max-tokens', 'tool-use', 'refusal'] as const;
export type StopReason = (typeof stopReasons)[number];

export const completionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('queued'), value: z.object({ position: count }) }),
  z.object({ type: z.literal('text'), value: piece }),
  z.object({ type: z.literal('thinking'), value: thinkingContentSchema }),
  z.object({ type: z.literal('redacted-thinking'), value: piece }),
  z.object({ type: z.literal('tool-use'), value: toolUseSchema }),
  z.object({
    type: z.literal('tool-use-json-parse-error'),
    value: z.object({ id: label, toolName: label, rawInput: piece, error: piece }),
  }),
  z.object({ type: z.literal('stop'), value: z.enum(stopReasons) }),
  z.object({ type: z.literal('usage'), value: tokenUsageSchema }),
  z.object({ type: z.literal('reasoning-details'), value: piece }),
]);
/** One event of an answer. The value of a variant is in `value`; `started` has none. */
export type CompletionEvent = z.output<typeof completionEventSchema>;

/** `{extensionId}:{providerId}/{modelId}`. The model id may hold any character, "/" and ":" included. */
export interface ModelRef {
  readonly extensionId: string;
  readonly providerId: string;
  readonly modelId: string;
}

export const formatModelRef = (ref: ModelRef): string => `${ref.extensionId}:${ref.providerId}/${ref.modelId}`;

/** @returns null when the text is not a model reference. */
export function parseModelRef(text: string): ModelRef | null {
  const match = /^([a-z0-9-]+):([a-z0-9-]+)\/(.+)$/s.exec(text);
  const [, extensionId, providerId, modelId] = match ?? [];
  return extensionId && providerId && modelId ? { extensionId, providerId, modelId } : null;
}

/** One provider as the model picker shows it. */
export interface ProviderSnapshot {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly providerId: string;
  readonly name: string;
  /** From the extension while it answers, else from its manifest. */
  readonly models: readonly ModelInfo[];
  readonly isAuthenticated: boolean;
  /** Why the models could not be listed, in one sentence. */
  readonly problem?: string | undefined;
}
