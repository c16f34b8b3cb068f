/** What sessions of agents may take, in ms unless told otherwise. */
export interface SessionLimits {
  /** For the agent to end what the person stopped; then it is ended. */
  readonly graceMs: number;
  /** Without news, after which what it says of itself is over, when it does not tell. */
  readonly quietMs: number;
  /** Without a session, after which a process is ended. */
  readonly unusedMs: number;
  /** How many sessions of a process stay open although nobody uses them, so that the next prompt there need not wait. */
  readonly mostUnused: number;
  /** For which such a session stays open. */
  readonly unusedSessionMs: number;
  /** For which that of a deleted thread stays open in a process that others use, as the thread may be restored. */
  readonly undoMs: number;
}

export const sessionLimits: SessionLimits = {
  graceMs: 1_000,
  quietMs: 5_000,
  unusedMs: 30_000,
  mostUnused: 4,
  unusedSessionMs: 600_000,
  undoMs: 300_000,
};
