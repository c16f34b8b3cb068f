/** How an agent's process is started, once it is installed and its keys are at hand. */
export interface AgentLaunch {
  /** For sentences and logs. */
  readonly name: string;
  /** Which program it is, whatever its version: what a person allows holds for that one alone. See `programOf`. */
  readonly program: string;
  /** Absolute, or to be found in the PATH of `environment`. */
  readonly command: string;
  readonly args: readonly string[];
  /** All of it, with its secrets: it reaches that process alone. */
  readonly environment: Readonly<Record<string, string>>;
  /** Of the environment, what was set for this agent and is no secret: a command for a terminal of the person's needs it too. */
  readonly ownVariables?: Readonly<Record<string, string>>;
  /**
   * The newest version of the protocol that it is asked for; it may answer with an older one. Absent: 1, as 2 is a preview,
   * of which drafts that differ have the same number.
   */
  readonly protocol?: 1 | 2 | undefined;
}
