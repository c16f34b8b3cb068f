/** How the test agent is, besides what its prompts tell it. */
export interface TestAgentSettings {
  readonly isV1Only: boolean;
  /** No images and no contents of files. */
  readonly takesWordsAlone: boolean;
  /** It wants a sign-in before the first session; `authenticate` is enough. */
  readonly isSignedOut: boolean;
  readonly canResume: boolean;
  readonly canLoad: boolean;
  readonly canClose: boolean;
  /** A session that is closed is lost. */
  readonly forgets: boolean;
  /** It tells the history of a session after it has answered that it is loaded. */
  readonly isLateWithHistory: boolean;
  /** The process that makes this file exits instead of beginning a session. */
  readonly crashMark: string | null;
  /** Where sessions are kept for the next process. */
  readonly sessionsFolder: string | null;
}

export function settingsOf(args: readonly string[]): TestAgentSettings {
  const argument = (name: string) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null);
  return {
    isV1Only: args.includes('--v1-only'),
    takesWordsAlone: args.includes('--words-alone'),
    isSignedOut: args.includes('--signed-out'),
    canResume: !args.includes('--no-resume'),
    canLoad: !args.includes('--no-load'),
    canClose: !args.includes('--no-close'),
    forgets: args.includes('--forgets'),
    isLateWithHistory: args.includes('--late-history'),
    crashMark: argument('--crash-once'),
    sessionsFolder: argument('--sessions'),
  };
}
