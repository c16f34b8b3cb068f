import type { Failure } from './errors.ts';
import type { StopReason, TokenUsage, ToolUse } from './provider.ts';

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
  | { kind: 'answer-usage'; answerId: string; usage: TokenUsage }
  | { kind: 'answer-ended'; answerId: string; at: number; end: AnswerEnd };

export type AnswerEnd =
  | { type: 'stop'; reason: StopReason }
  | { type: 'stopped-by-person' }
  | { type: 'failed'; failure: Failure };

export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool-use'; toolUse: ToolUse };

export interface AnswerView {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly modelName: string;
  readonly startedAt: number;
  /** Adjacent pieces of one type are one part; a tool use that grows is one part. */
  readonly parts: readonly AnswerPart[];
  readonly usage?: TokenUsage | undefined;
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

export interface ThreadView {
  readonly turns: readonly TurnView[];
}

export interface ThreadSnapshot {
  readonly id: string;
  readonly entries: readonly ThreadEntry[];
}
