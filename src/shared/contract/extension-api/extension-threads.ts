import type { ContextUse, StopReason } from '../provider.ts';

/** Threads of the agent panel, for extensions. The person is asked before the first one is read, or changed. */
export interface ExtensionThreads {
  /** The thread that the panel shows. Calls of tools and slash commands are given their own. */
  shown(): Promise<ExtensionThread>;
}

/**
 * One thread. Every call rejects when it is gone, and those that read or change something if the person does not let the
 * extension: with the code `access-denied`.
 */
export interface ExtensionThread {
  readonly id: string;
  info(): Promise<ThreadInfo>;
  /** What goes on in it; the person is not asked for that. */
  state(): Promise<ThreadActivity>;
  /**
   * What is shown, oldest first: prompts and the answer to each, or with `all` also replies of commands, commands of
   * the person, and summaries.
   * Of a list with more than 2,000,000 characters the oldest items are left out.
   * @param options.limit at most so many, the newest ones: 50 unless told otherwise, 500 at most
   * @param options.before the id of an item: those before it
   */
  items(options?: { limit?: number; before?: string; all?: boolean }): Promise<readonly ThreadItem[]>;
  /** What models are told before what is said: the rules of the person and of the project; "" if there are none. */
  instructions(): Promise<string>;
  /** At most 200 characters on one line. */
  rename(title: string): Promise<void>;
  /** Writes a note beside a prompt or an answer, below one that is there. Models are not sent it. */
  addNote(itemId: string, text: string): Promise<void>;
  /** Labels a prompt or an answer: 20 labels of 40 characters at most. */
  label(
    itemId: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<void>;
  /** Stops the answer that streams, as the person can. */
  stop(): Promise<void>;
}

export interface ThreadInfo {
  readonly id: string;
  /** Until there is one, the beginning of the first prompt; "" if nothing was said. */
  readonly title: string;
  /** The folder that was open when it began, absolute. */
  readonly folder: string | null;
  /** ms since 1970, of the first and the last thing that was said. */
  readonly startedAt: number | null;
  readonly at: number | null;
  /** The model that answered last: `{extension}:{provider}/{model}`. */
  readonly model: string | null;
  /** Prompts and answers that are shown. */
  readonly messages: number;
  /** Input and output of all answers. */
  readonly tokens: number;
}

export interface ThreadActivity {
  readonly isAnswering: boolean;
  /** null: not known, as nothing was sent yet. */
  readonly context: ContextUse | null;
}

/** `note` and `labels` of prompts and answers; a text of more than 100,000 characters is cut. */
export type ThreadItem = {
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  readonly text: string;
  readonly isCut?: boolean;
  readonly note?: string;
  readonly labels?: readonly string[];
} & (
  | { readonly type: 'prompt'; readonly images: number }
  | {
      readonly type: 'answer';
      readonly model: string;
      readonly calls: readonly ThreadCall[];
      /** Why it ended; absent while it streams. */
      readonly end?: StopReason | 'stopped' | 'failed';
    }
  /** Of an extension to a slash command, as typed. */
  | { readonly type: 'reply'; readonly command: string; readonly extensionName: string }
  /**
   * The person ran it by “!”; `text` is its output. `exitCode` is null while it runs, and if it did not end by itself.
   * `isTold`: models are sent it with the prompt that follows.
   */
  | { readonly type: 'command'; readonly command: string; readonly isTold: boolean; readonly exitCode: number | null }
  /** Models are sent it in place of everything before. */
  | { readonly type: 'summary' }
);

/**
 * A call of a tool in an answer. Both texts are cut at 10,000 characters; of what all calls of an answer have beyond
 * 1,000,000, details are left out and the texts are cut.
 */
export interface ThreadCall {
  readonly id: string;
  /** As the model was told it. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** While it runs, what it has said so far. */
  readonly output?: string;
  /** JSON text of what the tool has for people. */
  readonly details?: string;
  readonly isError: boolean;
}
