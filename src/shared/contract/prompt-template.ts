/** A prompt stored as a file: `prompts/<name>.md` of a root, or `skills/<name>/SKILL.md`. */
export interface PromptTemplate {
  /** `{source}:{name}`, by which it can always be called. */
  readonly id: string;
  readonly source: 'project' | 'user' | 'extension';
  /** The text after "/": the name, or the id if the name is taken. */
  readonly name: string;
  readonly description: string;
  /** A hint for its argument; "" if it takes none. */
  readonly argument: string;
  /** It is a skill, which models know of too. */
  readonly isSkill?: true;
}
