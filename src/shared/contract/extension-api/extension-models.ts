import { z } from 'zod/mini';
import type { ModelCapabilities, StopReason, TokenUsage } from '../provider.ts';

/** A model that the person can choose, of any provider. */
export interface OfferedModel {
  /** `{extension}:{provider}/{model}`. */
  readonly ref: string;
  readonly name: string;
  readonly provider: string;
  /** Tokens of its context; 0 if unknown. */
  readonly maxTokenCount: number;
  readonly maxOutputTokens?: number | undefined;
  readonly capabilities: ModelCapabilities;
  /** The one that the panel asks. */
  readonly isChosen: boolean;
  /** Whether its provider has a key, or needs none; null: not known until it is asked. */
  readonly isReady: boolean | null;
}

const longestQuestion = 1_000_000;
const words = z.string().check(z.maxLength(longestQuestion));

/** What a model is asked. It is sent this, and nothing of a thread or of the person's rules. */
export const modelQuestionSchema = z.strictObject({
  /** A `ref`; `fast` for the small model of the chosen one's provider, if it marks one. The default is the chosen one. */
  model: z.optional(z.string().check(z.maxLength(3000))),
  system: z.optional(words),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), text: words }))
    .check(z.minLength(1), z.maxLength(1000)),
  maxTokens: z.optional(z.int().check(z.positive())),
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
});
export type ModelQuestion = z.output<typeof modelQuestionSchema>;

export interface ModelAnswer {
  /** The `ref` of the model that answered. */
  readonly model: string;
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
}
