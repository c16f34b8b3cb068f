/** Node.js in the app's own folder, among the calls about what is installed; no agent has this reference. */
export const appNodeRef = 'node';

export interface AppNodeState {
  /** The version that can be installed; null: none for this computer. */
  readonly available: string | null;
  /** The version that is in the app's folder. */
  readonly installed: string | null;
  /** While it is installed: what happens, in a few words. */
  readonly progress: string | null;
}

/** The Node.js in the PATH. */
export interface FoundNode {
  readonly path: string;
  /** Without "v"; null: it does not run, as `problem` says. */
  readonly version: string | null;
  readonly problem?: string;
}
