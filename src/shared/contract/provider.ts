import { z } from 'zod/mini';
import { isPlainLine, plainLine } from './plain-line.ts';

/**
 * The records of the language-model provider interface. Names and shapes follow the WIT interface `llm-provider` of
 * Zed's provider extensions: a variant is a union discriminated by `type`, `option<T>` an optional property, field
 * names camelCase, u64 a safe integer. `queued` is our own addition.
 */

const count = z.int().check(z.nonnegative());
/** Characters of an id or a name: more than any service uses, and nothing that a list would choke on. */
export const maxLabel = 1000;
const label = z.string().check(z.maxLength(maxLabel));
const plain = z.refine<string>(isPlainLine, { error: 'use one line of text without hidden marks' });

/** `icon` is the path of an SVG file in the extension's folder; without one the manifest's counts. */
export const providerInfoSchema = z.object({
  id: label,
  name: label.check(z.overwrite(plainLine)),
  icon: z.optional(label),
});
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

const price = z.number().check(z.nonnegative());
/** What a million tokens cost. What the cache is paid by is that of `input` where it is absent. Our own addition. */
export const modelPricesSchema = z.object({
  /** Three letters, as ISO 4217 has them. */
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
  /** Without them no cost is shown. */
  prices: z.exactOptional(modelPricesSchema),
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

const saidSchemas = [
  z.object({ type: z.literal('text'), value: piece }),
  z.object({ type: z.literal('thinking'), value: thinkingContentSchema }),
  z.object({ type: z.literal('redacted-thinking'), value: piece }),
  z.object({ type: z.literal('tool-use'), value: toolUseSchema }),
] as const;
/** The content that a model says: events of an answer, and parts of the messages that it is sent back in. */
export type SaidContent = z.output<(typeof saidSchemas)[number]>;

export type MessageContent =
  | SaidContent
  | { type: 'image'; value: z.output<typeof imageDataSchema> }
  | { type: 'tool-result'; value: ToolResult };

export interface ToolResult {
  toolUseId: string;
  toolName: string;
  isError: boolean;
  content: { type: 'text'; value: string } | { type: 'image'; value: z.output<typeof imageDataSchema> };
}

export interface RequestMessage {
  role: 'user' | 'assistant' | 'system';
  content: MessageContent[];
  /** What comes up to the end of this message is worth caching; as often as the cache configuration allows. */
  cache: boolean;
  /** Of an assistant's message: the last `reasoning-details` that came with it, as it came. Our own addition. */
  reasoningDetails?: string;
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
  /** The definitions of the tools are worth caching, as the cache configuration asks for. Our own addition. */
  cacheTools?: boolean;
}

/** How a model's service caches what is sent again and again. */
export const cacheConfigurationSchema = z.object({
  /** So many messages of a request may be marked; 0: none. The tools count as one when they are cached. */
  maxCacheAnchors: count,
  shouldCacheToolDefinitions: z.boolean(),
  /** A request with fewer tokens is not worth it. */
  minTotalTokenCount: count,
});
export type CacheConfiguration = z.output<typeof cacheConfigurationSchema>;

const shown = z.string().check(z.maxLength(500), z.overwrite(plainLine));
/** What a person needs to sign in on another page or another device. All of it is shown as text. */
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

/** The four counts leave each other out: what was read is `inputTokens` and what came from and went into the cache. */
export const tokenUsageSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheCreationInputTokens: z.optional(count),
  cacheReadInputTokens: z.optional(count),
  /** Nobody counted: it is reckoned from the length of what was sent and said. */
  isEstimated: z.optional(z.boolean()),
});
export type TokenUsage = z.output<typeof tokenUsageSchema>;

export const stopReasons = ['end-turn', 'max-tokens', 'tool-use', 'refusal'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Characters of the words with which a service explains its refusal. */
const longestExplanation = 1000;
/** Of a refusal: why, in the service's words; one line, shown beside the app's own. Our own addition. */
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

/** A prompt to begin with. */
export interface PromptSuggestion {
  readonly prompt: string;
  /** What the answer shows. */
  readonly shows: string;
  /** In a folder without this file it is not offered. Relative to the folder. */
  readonly file?: string | undefined;
}

/** One provider as the model picker shows it. */
export interface ProviderSnapshot {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly providerId: string;
  readonly name: string;
  /** SVG text of plain shapes, which the sanitiser has let through; drawn in the colour of the text beside it. */
  readonly icon?: string | undefined;
  /** From the extension while it answers, else from its manifest. */
  readonly models: readonly ModelInfo[];
  /** null until the extension has said it. */
  readonly isAuthenticated: boolean | null;
  /** Why the models could not be listed, in one sentence. */
  readonly problem?: string | undefined;
  /** It broke the rules so often that it was switched off: the reason, in one sentence. A person may switch it on. */
  readonly offBecause?: string | undefined;
  /** Above an empty thread. */
  readonly greeting?: string | undefined;
  /** Absent: none of its own. */
  readonly suggestions?: readonly PromptSuggestion[] | undefined;
}

/** How much of a model's context a thread takes. */
export interface ContextUse {
  readonly tokens: number;
  /** Of the model; 0 when it does not say. */
  readonly limit: number;
  /** `usage`: as the service counted the last request. `counted`: by the extension. `estimate`: by a rule of thumb. */
  readonly source: 'usage' | 'counted' | 'estimate';
}
