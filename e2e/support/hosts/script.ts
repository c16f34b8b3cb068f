/** A step of the sample model, in the test provider's format. */
export interface Step {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown }[];
  /** Milliseconds between the pieces of texts and arguments. */
  readonly growMs?: number;
  readonly delayMs?: number;
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
  readonly error?: string;
  readonly stop?: 'end-turn' | 'max-tokens' | 'refusal';
  /** Number of repetitions of this step. */
  readonly repeat?: number;
}

/** A prompt that contains the script of the model, step by step. @param title its first line */
export const scriptOf = (title: string, steps: readonly Step[]): string =>
  `${title}\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\``;
