import type { ContentPart } from '../content/content-kinds.ts';
import type { Failure } from './errors.ts';
import type { PromptImage } from './prompt-image.ts';
import type { ModelPrices, TokenUsage } from './provider.ts';
import type { ShellRunView } from './shell-run.ts';
import type {
  AnswerEnd,
  Answerer,
  Handover,
  PromptContext,
  TaskView,
  ThreadLimit,
  ThreadOrigin,
  ThreadSetup,
  TypedPrompt,
} from './thread.ts';

/** What a thread is once its entries are put together: the fold of `src/shared/thread/fold-thread.ts`. */

export type AnswerPart =
  | ContentPart
  /** The tools above have answered; the next text of the model follows. */
  | { type: 'step' }
  /** The parts before it, back to the last step, broke off; the next attempt follows. */
  | { type: 'broken-off'; failure: Failure; at: number };

export interface AnswerView {
  readonly id: string;
  /** null: no prompt asked for it. */
  readonly promptId: string | null;
  /** A model reference, or that of an agent server. */
  readonly model: string;
  readonly modelName: string;
  readonly prices?: ModelPrices | undefined;
  readonly startedAt: number;
  /** Adjacent entries of one type are one part; so are the growing arguments of a tool use. */
  readonly parts: readonly AnswerPart[];
  /** Sum of all steps. */
  readonly usage?: TokenUsage | undefined;
  /** Sum of the steps before the last. */
  readonly earlierUsage?: TokenUsage | undefined;
  /** Absent while it streams. */
  readonly end?: AnswerEnd | undefined;
  readonly endedAt?: number | undefined;
}

/** What an agent server says of itself. */
export interface UnpromptedAnswer extends AnswerView {
  readonly promptId: null;
  /** The prompt before it; null: it came before the first. */
  readonly afterPromptId: string | null;
}

export interface TurnView {
  readonly promptId: string;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
  readonly context?: readonly PromptContext[] | undefined;
  readonly typed?: TypedPrompt | undefined;
  readonly at: number;
  /** The prompt of the previous turn; null for the first. */
  readonly parentId: string | null;
  /** Ids of all versions of this prompt in the order of sending, including its own. */
  readonly versions: readonly string[];
  /** More than one after a retry; the last one is current. */
  readonly answers: readonly AnswerView[];
}

export interface QueuedMessage {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
}

export interface NoteView {
  readonly at: number;
  readonly text: string;
}

export interface CompactionView {
  readonly id: string;
  readonly at: number;
  /** The last prompt that it covers. */
  readonly promptId: string;
  readonly modelName: string;
  readonly text: string;
  readonly usage?: TokenUsage | undefined;
  readonly prices?: ModelPrices | undefined;
}

export interface UsageView {
  readonly at: number;
  readonly usage: TokenUsage;
  readonly prices?: ModelPrices | undefined;
}

export interface CommandReplyView {
  readonly id: string;
  readonly at: number;
  readonly command: string;
  readonly extensionName: string;
  readonly text: string;
  /** The prompt before it; null: it came before the first. */
  readonly afterPromptId: string | null;
}

export interface ThreadView {
  /** The title in effect; absent until there is one. */
  readonly title?: { readonly text: string; readonly by: 'person' | 'model' } | undefined;
  readonly isArchived?: boolean | undefined;
  /** The shown turns, first to last. */
  readonly turns: readonly TurnView[];
  /** Turns of the other versions, in the order of sending. */
  readonly branches: readonly TurnView[];
  /** For each prompt with several versions the one shown last: it appears again when its parent is shown again. */
  readonly lastShown: readonly string[];
  readonly replies: readonly CommandReplyView[];
  readonly shellRuns: readonly ShellRunView[];
  readonly unprompted: readonly UnpromptedAnswer[];
  readonly queue: readonly QueuedMessage[];
  /** By the id of their prompt or answer. */
  readonly notes: Readonly<Record<string, NoteView>>;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly compactions: readonly CompactionView[];
  readonly titleUsages?: readonly UsageView[] | undefined;
  readonly limit?: ThreadLimit | undefined;
  readonly setup?: ThreadSetup | undefined;
  /** Absent: whoever is chosen for new threads. */
  readonly answerer?: Answerer | undefined;
  readonly origin?: ThreadOrigin | undefined;
  readonly tasks: readonly TaskView[];
  /** Ids of the sessions in which it goes on, by agent reference. */
  readonly agentSessions: Readonly<Record<string, string>>;
  /** When a session was left for good, by agent reference: the next one knows nothing of what came before. */
  readonly sessionsLeft: Readonly<Record<string, number>>;
  /** To an agent with a prompt there is one at most. */
  readonly handovers: readonly Handover[];
}
