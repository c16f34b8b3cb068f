import type { PromptTemplate } from './prompt-template.ts';

/** An agent that a person can choose for a thread: `agents/<name>.agent.md` of a root. */
export interface AgentChoice {
  /** That of its file, by which a thread keeps it. */
  readonly name: string;
  /** In one line. */
  readonly label: string;
  /** "" if it has none. */
  readonly description: string;
  /** The model that answers instead of the chosen one; absent: that one does. */
  readonly model?: string;
  readonly source: PromptTemplate['source'];
}
