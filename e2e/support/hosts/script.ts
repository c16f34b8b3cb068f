/** What the sample model does in one step, as the test provider reads it. */
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
  /** So many steps of this kind. */
  readonly repeat?: number;
}

/** A prompt that says word for word what the model does, step by step. @param title its first line */
export const scriptOf = (title: string, steps: readonly Step[]): string =>
  `${title}\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\``;
