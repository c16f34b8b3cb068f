/** How an agent's process is started, once it is installed and its keys are at hand. */
export interface AgentLaunch {
  /** For sentences and logs. */
  readonly name: string;
  /** Absolute, or to be found in the PATH of `environment`. */
  readonly command: string;
  readonly args: readonly string[];
  /** All of it, with its secrets: it reaches that process alone. */
  readonly environment: Readonly<Record<string, string>>;
}
