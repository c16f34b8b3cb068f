/** What the steps of the test agent do, in the words of neither version. */
export interface Teller {
  readonly version: 1 | 2;
  /** @param id null: without one, in version 1 */
  say(by: 'person' | 'agent' | 'thought', id: string | null, text: string): Promise<void>;
  call(call: {
    id: string;
    title?: string;
    kind?: string;
    status?: string;
    text?: string;
    diff?: { path: string; before: string | null; after: string };
    terminalId?: string;
    path?: string;
    input?: unknown;
  }): Promise<void>;
  plan(entries: readonly { content: string; status: string }[]): Promise<void>;
  /** An update as it is, right or wrong. */
  raw(update: unknown, sessionId?: string): Promise<void>;
  /** @returns the id of the chosen option; null: cancelled */
  ask(
    callId: string | null,
    title: string,
    options: readonly { optionId: string; name: string; kind: string }[],
  ): Promise<string | null>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** @param onStarted it runs, and that is told @returns its output and how it ended */
  run(callId: string, command: string, onStarted?: () => void): Promise<string>;
  /** @returns the answer as JSON */
  elicit(params: object): Promise<string>;
  /** Version 2 only: work that no prompt asked for begins or ends. */
  working(isRunning: boolean): Promise<void>;
}
