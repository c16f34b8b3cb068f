/** What the sample model does in one round, as the test provider reads it. */
export interface Round {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input?: unknown }[];
  /** Milliseconds between the pieces of texts and arguments. */
  readonly growMs?: number;
  readonly delayMs?: number;
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
  readonly error?: string;
  readonly stop?: 'end-turn' | 'max-tokens' | 'refusal';
  /** So many rounds of this kind. */
  readonly repeat?: number;
}

/** A prompt that says word for word what the model does, round by round. @param title its first line */
export const scriptOf = (title: string, rounds: readonly Round[]): string =>
  `${title}\n\`\`\`script\n${JSON.stringify(rounds)}\n\`\`\``;
