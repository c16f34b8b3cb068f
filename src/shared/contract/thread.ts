import { z } from 'zod/mini';
import type { ContentEntry, ContentPart } from '../content/content-kinds.ts';
import type { Failure } from './errors.ts';
import type { PromptImage } from './prompt-image.ts';
import type { ContextUse, ModelPrices, StopReason, TokenUsage } from './provider.ts';
import type { CalledTool, ToolRunState } from './tool.ts';

/**
 * A thread is an append-only list of entries; every view of it is a pure fold over them (`foldThread`).
 * The same entries travel to the renderer and go to disk as JSON lines, so they change only by adding kinds.
 */
export type ThreadEntry =
  /**
   * Follows the last turn that is shown. With `replaces` it stands in the place of that prompt, as another version of
   * it, and is shown: what followed the other stays with the other. `context` is what its mentions came to.
   */
  | {
      kind: 'prompt';
      id: string;
      at: number;
      text: string;
      images?: PromptImage[];
      replaces?: string;
      context?: PromptContext[];
    }
  /** This version of a prompt is shown from here on, with what followed it when it was shown last. */
  | { kind: 'branch-shown'; at: number; promptId: string }
  /** `model` is a model reference; `modelName` what the picker showed at the time; `prices` those of that day. */
  | {
      kind: 'answer-started';
      id: string;
      at: number;
      promptId: string;
      model: string;
      modelName: string;
      prices?: ModelPrices;
    }
  /** What continues an answer, of each kind of content; many of them make one answer. */
  | ContentEntry
  /** Where a tool call stands; the last one of an id counts. A call without any was never run. No `tool`: none of that name. */
  | { kind: 'tool-run'; answerId: string; toolUseId: string; at: number; tool?: CalledTool; state: ToolRunState }
  /** More of what a call of a tool puts out while it runs; shown, and not sent to a model. */
  | { kind: 'tool-output'; answerId: string; toolUseId: string; text: string }
  /** What the tools said went to the model, which goes on with its answer. */
  | { kind: 'answer-step'; answerId: string }
  /** The request broke off and is sent again; what came of it since the last step stays to be read, and is not sent. */
  | { kind: 'answer-retry'; answerId: string; at: number; failure: Failure }
  /** An extension answered a slash command, as it was typed; it is shown and not sent to a model. */
  | { kind: 'command-reply'; id: string; at: number; command: string; extensionName: string; text: string }
  /** What it is called; the last one counts, and one that a person gave outranks those of a model. */
  | { kind: 'title'; at: number; text: string; by: 'person' | 'model' }
  /** What a model used to find a title, whether it found one or not. */
  | { kind: 'title-usage'; at: number; usage: TokenUsage; prices?: ModelPrices }
  | { kind: 'archived'; at: number; isArchived: boolean }
  /** Typed while something went on. It is sent in its turn, as a prompt of the same id, which takes it from the queue. */
  | { kind: 'queue-added'; id: string; at: number; text: string; images?: PromptImage[] }
  | { kind: 'queue-edited'; id: string; text: string; images?: PromptImage[] }
  /** The queue in its new order; what is not named is removed. */
  | { kind: 'queue-order'; ids: string[] }
  /** What a person wrote beside a prompt or an answer; the last one of `on` counts, "" takes it away. No model is told. */
  | { kind: 'note'; at: number; on: string; text: string }
  /** All labels of a prompt or an answer; the last ones count. */
  | { kind: 'labels'; at: number; on: string; labels: string[] }
  /** What was said up to and with the answers of `promptId` is told to models in these words from here on. */
  | {
      kind: 'compaction';
      id: string;
      at: number;
      promptId: string;
      modelName: string;
      text: string;
      usage?: TokenUsage;
      prices?: ModelPrices;
    }
  /** Where the thread is to pause and ask; without either it goes on. The last one counts. */
  | ({ kind: 'limit'; at: number } & ThreadLimit)
  | { kind: 'answer-usage'; answerId: string; usage: TokenUsage }
  | { kind: 'answer-ended'; answerId: string; at: number; end: AnswerEnd };

export type AnswerEnd =
  /** `explanation`: why the model declined, in its service's words. */
  | { type: 'stop'; reason: StopReason; explanation?: string }
  /** `failure`: why the request was to be sent again, when it waited for that. */
  | { type: 'stopped-by-person'; failure?: Failure }
  /** The model went on asking for tools; it was ended after so many steps. */
  | { type: 'step-limit'; steps: number }
  | { type: 'failed'; failure: Failure };

/** How a refusal is told. @param did what the model declined, such as "to answer" */
export function declined(did: string, explanation: string | undefined): string {
  if (!explanation) return `The model declined ${did}.`;
  const end = /[.!?…]$/u.test(explanation) ? '' : '.';
  return `The model declined ${did}. Its service says: ${explanation}${end}`;
}

export type AnswerPart =
  | ContentPart
  /** The tools above have answered; what follows is the model's next word. */
  | { type: 'step' }
  /** What came before it, back to the last step, broke off; what follows is the next attempt. */
  | { type: 'broken-off'; failure: Failure; at: number };

/** What a mention in a prompt came to when it was sent. */
export interface PromptContext {
  readonly kind: 'file' | 'directory' | 'symbol' | 'tabs' | 'diagnostics' | 'thread' | 'page';
  /** As the mention says, without "@". */
  readonly label: string;
  /** The address of the mention, as it stands in the text. */
  readonly href: string;
  /** What the model is told; "" with a problem. */
  readonly text: string;
  /** Why there is nothing, in a sentence; the model is told that instead. */
  readonly problem?: string;
}
/** Characters of one context. */
export const longestContext = 200_000;

const amount = z.number().check(z.positive(), z.maximum(1e12));
export const threadLimitSchema = z.strictObject({
  /** Those read and written, from and into the cache as well. */
  tokens: z.exactOptional(amount),
  /** In the currency of the prices, a decimal such as 0.5. */
  cost: z.exactOptional(amount),
});
/** Of all answers of a thread together. */
export type ThreadLimit = Readonly<z.output<typeof threadLimitSchema>>;

export interface QueuedMessage {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
}

/** Why an answer does not go on at the moment; gone when it does. It is not kept. */
export type AnswerActivity =
  /** What its prompt mentions is looked up, which takes a while. */
  | { readonly type: 'reading'; readonly since: number }
  /** Its turn has not come, with the provider or with the service itself. */
  | { readonly type: 'queued'; readonly position: number; readonly since: number }
  /** The next attempt is at `at` (ms since 1970), the `attempt`-th of `attempts`. */
  | {
      readonly type: 'retrying';
      readonly attempt: number;
      readonly attempts: number;
      readonly at: number;
      readonly failure: Failure;
    }
  /** It waits for the person: `answerPause`. */
  | { readonly type: 'paused'; readonly since: number; readonly reason: PauseReason };

export type PauseReason =
  /** `spent` came to the limit. */
  | { readonly type: 'limit'; readonly limit: ThreadLimit; readonly spent: Required<ThreadLimit> }
  /** The model made the same call with the same arguments so many times, in a row or among a few others. */
  | { readonly type: 'repeat'; readonly toolName: string; readonly times: number };

export interface AnswerView {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly modelName: string;
  readonly prices?: ModelPrices | undefined;
  readonly startedAt: number;
  /** Adjacent pieces of one type are one part; a tool use that grows is one part. */
  readonly parts: readonly AnswerPart[];
  /** Of all steps together. */
  readonly usage?: TokenUsage | undefined;
  /** Of the steps before the last. */
  readonly earlierUsage?: TokenUsage | undefined;
  /** Absent while it streams. */
  readonly end?: AnswerEnd | undefined;
  readonly endedAt?: number | undefined;
}

export interface TurnView {
  readonly promptId: string;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
  readonly context?: readonly PromptContext[] | undefined;
  readonly at: number;
  /** The prompt of the turn before; null for the first. */
  readonly parentId: string | null;
  /** The ids of all versions of this prompt in the order in which they were sent, its own among them. */
  readonly versions: readonly string[];
  /** More than one after a retry; the last is the current one. */
  readonly answers: readonly AnswerView[];
}

export interface NoteView {
  readonly at: number;
  readonly text: string;
}

export interface CompactionView {
  readonly id: string;
  readonly at: number;
  /** The last prompt that it tells of. */
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
  /** The prompt that it came after; null: before the first. */
  readonly afterPromptId: string | null;
}

/** A thread in the list of a workspace's threads. */
export interface ThreadSummary {
  readonly id: string;
  /** The beginning of the first prompt, until it has a title. "" for one in which nothing was said. */
  readonly title: string;
  /** When it was last added to, in ms since 1970. */
  readonly at: number;
  readonly isArchived: boolean;
  /** On any entry of it. */
  readonly labels: readonly string[];
  /** `asking`: a call of a tool or a pause waits for the person. */
  readonly state: 'idle' | 'answering' | 'asking';
}

/** Where a search found its words. */
export interface ThreadHit {
  readonly threadId: string;
  readonly title: string;
  readonly at: number;
  /** The words with what stands around them, as plain text. */
  readonly excerpt: string;
  /** The message that the excerpt is from, or has it as a note; absent: the title or a label. */
  readonly entryId?: string;
}

export interface ThreadView {
  /** The one that counts; absent until there is one. */
  readonly title?: { readonly text: string; readonly by: 'person' | 'model' } | undefined;
  readonly isArchived?: boolean | undefined;
  /** Those that are shown, from the first to the last. */
  readonly turns: readonly TurnView[];
  /** The turns of other versions, in the order in which they were sent. */
  readonly branches: readonly TurnView[];
  /** Of every prompt that has several versions, the one that was shown last: what is shown below when its parent is shown again. */
  readonly lastShown: readonly string[];
  readonly replies: readonly CommandReplyView[];
  readonly queue: readonly QueuedMessage[];
  /** By the id of the prompt or answer that they are on. */
  readonly notes: Readonly<Record<string, NoteView>>;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly compactions: readonly CompactionView[];
  readonly titleUsages?: readonly UsageView[] | undefined;
  readonly limit?: ThreadLimit | undefined;
}

/** What is written in a thread and not sent yet. */
export interface Draft {
  /** "": nothing. */
  readonly text: string;
  readonly images: readonly PromptImage[];
}

/** So much of a thread a window has already. */
export interface ThreadPart {
  readonly edition: string;
  /** Entries. */
  readonly count: number;
}

export interface ThreadSnapshot {
  readonly id: string;
  /** Another one each time that main reads the thread from its file, where entries are joined: counts are of one edition. */
  readonly edition: string;
  /** So many entries are left out: the asker has them. */
  readonly from: number;
  readonly entries: readonly ThreadEntry[];
  readonly activity: AnswerActivity | null;
  /** null: nothing was sent yet. */
  readonly context: ContextUse | null;
  /** As an earlier window left it. */
  readonly draft: Draft;
}
