import type { Failure } from './errors.ts';
import type { StopReason, TokenUsage, ToolUse } from './provider.ts';
import type { CalledTool, ToolRunState } from './tool.ts';

/**
 * A thread is an append-only list of entries; every view of it is a pure fold over them (`foldThread`).
 * The same entries travel to the renderer and go to disk as JSON lines, so they change only by adding kinds.
 */
export type ThreadEntry =
  | { kind: 'prompt'; id: string; at: number; text: string }
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
  /** An extension answered a slash command, as it was typed; it is shown and sent to no model. */
  | { kind: 'command-reply'; id: string; at: number; command: string; extensionName: string; text: string }
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
  | { type: 'round' };

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

export interface ThreadView {
  readonly turns: readonly TurnView[];
  readonly replies: readonly CommandReplyView[];
}

export interface ThreadSnapshot {
  readonly id: string;
  readonly entries: readonly ThreadEntry[];
}
