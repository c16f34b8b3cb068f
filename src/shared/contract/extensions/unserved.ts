/** What an extension brings that the app has no use for, in phrases such as "language server rust-analyzer". */
export interface Unserved {
  /** Until the app has that. */
  readonly waits: readonly string[];
  /** It does not work here. */
  readonly absent: readonly string[];
}

export const nothingUnserved: Unserved = { waits: [], absent: [] };
