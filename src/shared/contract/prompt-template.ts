/** A prompt that lies ready as a file: `prompts/<name>.md` of a root. */
export interface PromptTemplate {
  /** `{source}:{name}`, and what it may always be called by. */
  readonly id: string;
  readonly source: 'project' | 'user' | 'extension';
  /** What is typed after "/": the name, or the id when something else has it. */
  readonly name: string;
  readonly description: string;
  /** A hint for what may follow; "" when nothing is expected. */
  readonly argument: string;
}
