/** A command that a person typed after “!”, which ran in the shell of the folder. */
export interface ShellRunView {
  readonly id: string;
  readonly at: number;
  /** As it ran. */
  readonly command: string;
  /** As it was typed, if extensions changed it, and their names. */
  readonly typed?: string | undefined;
  readonly changedBy?: readonly string[] | undefined;
  /** Models are told of it with the next prompt. */
  readonly isTold: boolean;
  /** Output so far; absent when the end has all of it. */
  readonly live?: string | undefined;
  /** Absent while it runs. */
  readonly end?: ShellRunEnd | undefined;
  readonly endedAt?: number | undefined;
  /** The prompt before it; null: it came before the first. */
  readonly afterPromptId: string | null;
}

export type ShellRunEnd =
  /** `exitCode` is null when it was ended by a signal, or took too long. */
  | { type: 'done'; exitCode: number | null; output: string; isTimedOut?: boolean }
  /** By the person. */
  | { type: 'stopped' }
  | { type: 'failed'; reason: string }
  /** It did not run: this extension stopped it. */
  | { type: 'blocked'; by: string; reason: string }
  /** It did not run: this extension did it instead. */
  | { type: 'handled'; by: string; output: string };
