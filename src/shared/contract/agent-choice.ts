import type { PromptTemplate } from './prompt-template.ts';

/** An agent that a person can choose for a thread: `agents/<name>.agent.md` of a root. */
export interface AgentChoice {
  /** That of its file, by which a thread keeps it. */
  readonly name: string;
  /** In one line. */
  readonly label: string;
  /** "" if it has none. */
  readonly description: string;
  readonly source: PromptTemplate['source'];
}
