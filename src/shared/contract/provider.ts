import { z } from 'zod/mini';
import { isPlainLine, plainLine } from './plain-line.ts';

/**
 * The records of the language-model provider interface. Names and shapes follow the WIT interface `llm-provider` of
 * Zed's provider extensions: a variant is a union discriminated by `type`, `option<T>` an optional property, field
 * names camelCase, u64 a safe integer. `queued` is our own addition.
 */

const count = z.int().check(z.nonnegative());
/** Limit for ids and names in characters: more than any service uses, and little enough for lists. */
export const maxLabel = 1000;
const label = z.string().check(z.maxLength(maxLabel));
const plain = z.refine<string>(isPlainLine, { error: 'use one line of text without hidden marks' });

/** `icon`: path of an SVG file in the extension's folder; the default is the manifest's. */
export const providerInfoSchema = z.object({
  id: label,
  name: label.check(z.overwrite(plainLine)),
  icon: z.optional(label),
});
export type ProviderInfo = z.output<typeof providerInfoSchema>;

const modelCapabilitiesSchema = z.object({
  supportsImages: z.boolean(),
  supportsTools: z.boolean(),
  supportsToolChoiceAuto: z.boolean(),
  supportsToolChoiceAny: z.boolean(),
  supportsToolChoiceNone: z.boolean(),
  supportsThinking: z.boolean(),
  toolInputFormat: z.enum(['json-schema', 'json-schema-subset', 'simplified']),
});
export type ModelCapabilities = z.output<typeof modelCapabilitiesSchema>;

const price = z.number().check(z.nonnegative());
/** Price per million tokens. A cache price that is absent equals `input`. Our own addition. */
export const modelPricesSchema = z.object({
  /** Three letters (ISO 4217). */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  input: price,
  output: price,
  cacheRead: z.exactOptional(price),
  cacheWrite: z.exactOptional(price),
});
export type ModelPrices = z.output<typeof modelPricesSchema>;

export const modelInfoSchema = z.object({
  id: label.check(z.minLength(1), plain),
  name: label.check(z.overwrite(plainLine), z.minLength(1)),
  maxTokenCount: count,
  maxOutputTokens: z.optional(count),
  capabilities: modelCapabilitiesSchema,
  isDefault: z.boolean(),
  isDefaultFast: z.boolean(),
  /** Without prices no cost is shown. */
  prices: z.exactOptional(modelPricesSchema),
});
export type ModelInfo = z.output<typeof modelInfoSchema>;

/** Limit for one text in an event, in characters: far beyond what a model sends at once, but safe for the memory. */
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

const saidSchemas = [
  z.object({ type: z.literal('text'), value: piece }),
  z.object({ type: z.literal('thinking'), value: thinkingContentSchema }),
  z.object({ type: z.literal('redacted-thinking'), value: piece }),
  z.object({ type: z.literal('tool-use'), value: toolUseSchema }),
] as const;
/** Content from a model: events of an answer, and parts of the messages in which it is sent back. */
export type SaidContent = z.output<(typeof saidSchemas)[number]>;

const toolResultSchema = z.object({
  toolUseId: label,
  toolName: label,
  isError: z.boolean(),
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), value: z.string() }),
    z.object({ type: z.literal('image'), value: imageDataSchema }),
  ]),
});
export type ToolResult = z.output<typeof toolResultSchema>;

const messageContentSchema = z.discriminatedUnion('type', [
  ...saidSchemas,
  z.object({ type: z.literal('image'), value: imageDataSchema }),
  z.object({ type: z.literal('tool-result'), value: toolResultSchema }),
]);
export type MessageContent = z.output<typeof messageContentSchema>;

export const requestMessageSchema = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.array(messageContentSchema),
  /** Cache the request up to the end of this message; set as often as the cache configuration allows. */
  cache: z.boolean(),
  /** For an assistant's message: the last `reasoning-details` that came with it, unchanged. Our own addition. */
  reasoningDetails: z.exactOptional(z.string()),
});
export type RequestMessage = z.output<typeof requestMessageSchema>;

const toolDefinitionSchema = z.object({
  name: label,
  description: z.string(),
  /** JSON Schema as JSON text. */
  inputSchema: z.string(),
});
export type ToolDefinition = z.output<typeof toolDefinitionSchema>;

export const completionRequestSchema = z.object({
  messages: z.array(requestMessageSchema),
  tools: z.array(toolDefinitionSchema),
  toolChoice: z.exactOptional(z.enum(['auto', 'any', 'none'])),
  stopSequences: z.array(z.string()),
  temperature: z.exactOptional(z.number()),
  thinkingAllowed: z.boolean(),
  maxTokens: z.exactOptional(z.int().check(z.positive())),
  /** Cache the tool definitions, as the cache configuration asks. Our own addition. */
  cacheTools: z.exactOptional(z.boolean()),
});
export type CompletionRequest = z.output<typeof completionRequestSchema>;

/** Caching of repeated input by a model's service. */
export const cacheConfigurationSchema = z.object({
  /** Largest number of marked messages in a request; 0: none. Cached tools count as one. */
  maxCacheAnchors: count,
  shouldCacheToolDefinitions: z.boolean(),
  /** Below this many tokens a request is not cached. */
  minTotalTokenCount: count,
});
export type CacheConfiguration = z.output<typeof cacheConfigurationSchema>;

const shown = z.string().check(z.maxLength(500), z.overwrite(plainLine));
/** Display texts for signing in on another page or device. They are never interpreted as markup. */
export const deviceFlowSchema = z.object({
  userCode: z.string().check(z.minLength(1), z.maxLength(500), plain),
  verificationUrl: z.string().check(z.maxLength(2000)),
  headline: shown,
  description: shown,
  connectButtonLabel: shown,
  successHeadline: shown,
  successMessage: shown,
});
export type DeviceFlow = z.output<typeof deviceFlowSchema>;

/** The counts do not overlap: the whole input is `inputTokens` plus the tokens read from and written to the cache. */
export const tokenUsageSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheCreationInputTokens: z.optional(count),
  cacheReadInputTokens: z.optional(count),
  /** Estimated from the length of the texts, as nobody counted. */
  isEstimated: z.optional(z.boolean()),
});
export type TokenUsage = z.output<typeof tokenUsageSchema>;

export const stopReasons = ['end-turn', 'max-tokens', 'tool-use', 'refusal'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Limit for a service's explanation of a refusal, in characters. */
const longestExplanation = 1000;
/** Reason for a refusal in the service's words; one line, shown beside the app's own. Our own addition. */
const explanation = piece.check(z.overwrite((text) => plainLine(text.slice(0, longestExplanation))));

export const completionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('queued'), value: z.object({ position: count }) }),
  ...saidSchemas,
  z.object({
    type: z.literal('tool-use-json-parse-error'),
    value: z.object({ id: label, toolName: label, rawInput: piece, error: piece }),
  }),
  z.object({ type: z.literal('stop'), value: z.enum(stopReasons), explanation: z.optional(explanation) }),
  z.object({ type: z.literal('usage'), value: tokenUsageSchema }),
  z.object({ type: z.literal('reasoning-details'), value: piece }),
]);
/** One event of an answer; its data is in `value`, which `started` lacks. */
export type CompletionEvent = z.output<typeof completionEventSchema>;

/** `{extensionId}:{providerId}/{modelId}`. The model id may contain any character, also "/" and ":". */
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

/** An example prompt for an empty thread. */
export interface PromptSuggestion {
  readonly prompt: string;
  /** The feature that the answer demonstrates. */
  readonly shows: string;
  /** Path relative to the folder; the suggestion is offered only if this file exists. */
  readonly file?: string | undefined;
}

/** A provider for the model picker. */
export interface ProviderSnapshot {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly providerId: string;
  readonly name: string;
  /** SVG text of plain shapes, sanitised; drawn in the colour of the text beside it. */
  readonly icon?: string | undefined;
  /** From the running extension, otherwise from its manifest. */
  readonly models: readonly ModelInfo[];
  /** null until the extension has told. */
  readonly isAuthenticated: boolean | null;
  /** Why the models could not be listed, in one sentence. */
  readonly problem?: string | undefined;
  /** Reason, in one sentence, why it was switched off after many protocol violations. The person can switch it on. */
  readonly offBecause?: string | undefined;
  /** Shown above an empty thread. */
  readonly greeting?: string | undefined;
  /** Absent: the provider has none of its own. */
  readonly suggestions?: readonly PromptSuggestion[] | undefined;
}

/** Share of a model's context that a thread takes, in tokens. */
export interface ContextUse {
  readonly tokens: number;
  /** Context size of the model; 0 if unknown. */
  readonly limit: number;
  /**
   * `usage`: count of the service for the last request. `counted`: by the extension. `estimate`: by a rule of thumb.
   */
  readonly source: 'usage' | 'counted' | 'estimate';
}
