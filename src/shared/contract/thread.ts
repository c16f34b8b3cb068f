import type { Failure } from './errors.ts';
import type { ContextUse, StopReason, TokenUsage, ToolUse } from './provider.ts';
import type { CalledTool, ToolRunState } from './tool.ts';

/**
 * A thread is an append-only list of entries; every view of it is a pure fold over them (`foldThread`).
 * The same entries travel to the renderer and go to disk as JSON lines, so they change only by adding kinds.
 */
export type ThreadEntry =
  | { kind: 'prompt'; id: string; at: number; text: string; images?: PromptImage[] }
  /** `model` is a model reference; `modelName` what the picker showed at the time. */
  | { kind: 'answer-started'; id: string; at: number; promptId: string; model: string; modelName: string }
  /** Text that continues an answer; many of them make one answer. */
  | { kind: 'answer-text'; answerId: string; text: string }
  | { kind: 'answer-thinking'; answerId: string; text: string }
  | { kind: 'answer-tool-use'; answerId: string; toolUse: ToolUse }
  /** Where a tool call stands; the last one of an id counts. A call without any was never run. No `tool`: none of that name. */
  | { kind: 'tool-run'; answerId: string; toolUseId: string; at: number; tool?: CalledTool; state: ToolRunState }
  /** What the tools said went to the model, which goes on with its answer. */
  | { kind: 'answer-round'; answerId: string }
  /** The request broke off and is sent again; what came of it since the last round stays to be read, and is not sent. */
  | { kind: 'answer-retry'; answerId: string; at: number; failure: Failure }
  /** An extension answered a slash command, as it was typed; it is shown and sent to no model. */
  | { kind: 'command-reply'; id: string; at: number; command: string; extensionName: string; text: string }
  /** What it is called; the last one counts, and one that a person gave outranks those of a model. */
  | { kind: 'title'; at: number; text: string; by: 'person' | 'model' }
  | { kind: 'archived'; at: number; isArchived: boolean }
  | { kind: 'answer-usage'; answerId: string; usage: TokenUsage }
  | { kind: 'answer-ended'; answerId: string; at: number; end: AnswerEnd };

export type AnswerEnd =
  | { type: 'stop'; reason: StopReason }
  | { type: 'stopped-by-person' }
  /** The model went on asking for tools; it was ended after so many rounds. */
  | { type: 'round-limit'; rounds: number }
  | { type: 'failed'; failure: Failure };

export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool-use'; toolUse: ToolUse; run?: ToolRunView | undefined }
  /** The tools above have answered; what follows is the model's next word. */
  | { type: 'round' }
  /** What came before it, back to the last round, broke off; what follows is the next attempt. */
  | { type: 'broken-off'; failure: Failure; at: number };

/** An image that a person put into a prompt. */
export interface PromptImage {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  /** Base64, at most `longestImage` characters. */
  readonly data: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}
/** Characters of base64: what services take, about 3.7 MB. */
export const longestImage = 5_000_000;
export const mostImages = 20;

/** Why an answer does not go on at the moment; gone when it does. It is not kept. */
export type AnswerActivity =
  /** Its turn has not come, with the provider or with the service itself. */
  | { readonly type: 'queued'; readonly position: number; readonly since: number }
  /** The next attempt is at `at` (ms since 1970), the `attempt`-th of `attempts`. */
  | {
      readonly type: 'retrying';
      readonly attempt: number;
      readonly attempts: number;
      readonly at: number;
      readonly failure: Failure;
    };

export interface ToolRunView {
  /** Absent when there is no such tool. */
  readonly tool?: CalledTool | undefined;
  readonly state: ToolRunState;
  /** When the state began. */
  readonly at: number;
  /** When it began to run, if it did. */
  readonly startedAt?: number | undefined;
}

export interface AnswerView {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly modelName: string;
  readonly startedAt: number;
  /** Adjacent pieces of one type are one part; a tool use that grows is one part. */
  readonly parts: readonly AnswerPart[];
  /** Of all rounds together. */
  readonly usage?: TokenUsage | undefined;
  /** Of the rounds before the last. */
  readonly earlierUsage?: TokenUsage | undefined;
  /** Absent while it streams. */
  readonly end?: AnswerEnd | undefined;
  readonly endedAt?: number | undefined;
}

export interface TurnView {
  readonly promptId: string;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
  readonly at: number;
  /** More than one after a retry; the last is the current one. */
  readonly answers: readonly AnswerView[];
}

export interface CommandReplyView {
  readonly id: string;
  readonly at: number;
  readonly command: string;
  readonly extensionName: string;
  readonly text: string;
  /** How many turns there were before it. */
  readonly turnCount: number;
}

/** A thread in the list of a workspace's threads. */
export interface ThreadSummary {
  readonly id: string;
  /** The beginning of the first prompt, until it has a title. "" for one in which nothing was said. */
  readonly title: string;
  /** When it was last added to, in ms since 1970. */
  readonly at: number;
  readonly isArchived: boolean;
  /** `asking`: a call of a tool waits for the person. */
  readonly state: 'idle' | 'answering' | 'asking';
}

/** Where a search found its words. */
export interface ThreadHit {
  readonly threadId: string;
  readonly title: string;
  readonly at: number;
  /** The words with what stands around them, as plain text. */
  readonly excerpt: string;
}

export interface ThreadView {
  /** The one that counts; absent until there is one. */
  readonly title?: { readonly text: string; readonly by: 'person' | 'model' } | undefined;
  readonly isArchived?: boolean | undefined;
  readonly turns: readonly TurnView[];
  readonly replies: readonly CommandReplyView[];
}

export interface ThreadSnapshot {
  readonly id: string;
  readonly entries: readonly ThreadEntry[];
  readonly activity: AnswerActivity | null;
  /** null: nothing was sent yet. */
  readonly context: ContextUse | null;
}
