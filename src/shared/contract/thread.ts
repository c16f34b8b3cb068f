import { z } from 'zod/mini';
import type { ContentEntry } from '../content/content-kinds.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { Failure } from './errors.ts';
import type { PromptImage } from './prompt-image.ts';
import type { ContextUse, ModelPrices, StopReason, TokenUsage } from './provider.ts';
import type { ShellRunEnd } from './shell-run.ts';
import type { CalledTool, ToolRunState } from './tool.ts';

/**
 * A thread is an append-only list of entries; every view of it is a pure fold over them (`foldThread`).
 * The same entries travel to the renderer and go to disk as JSON lines, so they change only by adding kinds.
 */
export type ThreadEntry =
  /**
   * Follows the last shown turn. With `replaces` it is another version of that prompt, takes its place and is shown;
   * turns after the other version stay with that. `context`: the resolved mentions.
   */
  | {
      kind: 'prompt';
      id: string;
      at: number;
      text: string;
      images?: PromptImage[];
      replaces?: string;
      context?: PromptContext[];
      /** As the person wrote it, before extensions of these names had it otherwise. */
      typed?: TypedPrompt;
    }
  /** Shows this version of a prompt, with the turns that followed it when it was shown last. */
  | { kind: 'branch-shown'; at: number; promptId: string }
  /**
   * `model` is a model or agent reference; `modelName` the name in the picker, `prices` the prices, both at that time.
   * `promptId` null: no prompt asked for it; it follows the last shown turn.
   */
  | {
      kind: 'answer-started';
      id: string;
      at: number;
      promptId: string | null;
      model: string;
      modelName: string;
      prices?: ModelPrices;
    }
  /** Content that is added to an answer; an answer has many of these entries. */
  | ContentEntry
  /**
   * State of a tool call; the last one of an id counts. A call without any never ran. No `tool`: no tool has that
   * name.
   */
  | {
      kind: 'tool-run';
      answerId: string;
      toolUseId: string;
      at: number;
      tool?: CalledTool;
      state: ToolRunState;
      /** Names of extensions that had it otherwise than the model, or the tool. */
      changedBy?: string[];
      /** The arguments as JSON text, where extensions had others than the model; it holds for later states too. */
      input?: string;
    }
  /** Further output of a tool call while it runs; shown, but not sent to a model. */
  | { kind: 'tool-output'; answerId: string; toolUseId: string; text: string }
  /** The results of the tools went to the model, which continues its answer. */
  | { kind: 'answer-step'; answerId: string }
  /** The request broke off and is sent again; its content since the last step stays visible, but is not sent. */
  | { kind: 'answer-retry'; answerId: string; at: number; failure: Failure }
  /** Reply of an extension to a slash command, with the command as typed; shown, but not sent to a model. */
  | { kind: 'command-reply'; id: string; at: number; command: string; extensionName: string; text: string }
  /** A command of the person runs in the shell: `command`, or what was `typed` before extensions changed it. */
  | {
      kind: 'shell-run';
      id: string;
      at: number;
      command: string;
      isTold: boolean;
      typed?: string;
      changedBy?: string[];
    }
  /** Its further output while it runs. */
  | { kind: 'shell-output'; id: string; text: string }
  | { kind: 'shell-ended'; id: string; at: number; end: ShellRunEnd }
  /** Title of the thread; the last one counts, and a person's outranks a model's. */
  | { kind: 'title'; at: number; text: string; by: 'person' | 'model' }
  /** Tokens that a model used to find a title, successfully or not. */
  | { kind: 'title-usage'; at: number; usage: TokenUsage; prices?: ModelPrices }
  | { kind: 'archived'; at: number; isArchived: boolean }
  /**
   * A message typed during an answer. It is sent in its turn, as a prompt of the same id, which removes it from the
   * queue.
   */
  | { kind: 'queue-added'; id: string; at: number; text: string; images?: PromptImage[] }
  | { kind: 'queue-edited'; id: string; text: string; images?: PromptImage[] }
  /** The queue in its new order; messages that are not named are removed. */
  | { kind: 'queue-order'; ids: string[] }
  /** A person's note on a prompt or an answer; the last one of `on` counts, "" removes it. Not sent to models. */
  | { kind: 'note'; at: number; on: string; text: string }
  /** All labels of a prompt or an answer; the last entry counts. */
  | { kind: 'labels'; at: number; on: string; labels: string[] }
  /** Summary of the thread up to and including the answers of `promptId`; models get it in their place from now on. */
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
  /** Budget at which the thread pauses and asks; without tokens and cost there is none. The last one counts. */
  | ({ kind: 'limit'; at: number } & ThreadLimit)
  /** How the thread is answered, where that differs from others; the last one counts, as a whole. */
  | ({ kind: 'setup'; at: number } & ThreadSetup)
  /** An extension began this thread, for a task. */
  | ({ kind: 'origin'; at: number } & ThreadOrigin)
  /** A task was begun here, and answers in a thread of its own; the last entry about that counts. */
  | ({ kind: 'task' } & TaskView)
  /** The session of an agent server in which the thread goes on; the last one of an agent counts. null: in none yet. */
  | { kind: 'agent-session'; at: number; agent: string; sessionId: string | null }
  /** Who answers the thread from now on, unless its setup names a model: whom the person chose in it, or who answered. */
  | ({ kind: 'answerer'; at: number } & Answerer)
  /** What an agent server has not seen of the thread is handed to it, or is not to be. */
  | ({ kind: 'handover' } & Handover)
  | { kind: 'answer-usage'; answerId: string; usage: TokenUsage }
  | { kind: 'answer-ended'; answerId: string; at: number; end: AnswerEnd };

export type AnswerEnd =
  /** `explanation`: why the model declined, in the service's words. */
  | { type: 'stop'; reason: StopReason; explanation?: string }
  /** `failure`: the reason for the retry, if the answer was waiting for one. */
  | { type: 'stopped-by-person'; failure?: Failure }
  /** The model kept asking for tools, and was ended after so many steps. */
  | { type: 'step-limit'; steps: number }
  | { type: 'failed'; failure: Failure };

/** The sentence about a refusal. @param did the declined task, such as "to answer" */
export function declined(did: string, explanation: string | undefined): string {
  if (!explanation) return `The model declined ${did}.`;
  const end = /[.!?…]$/u.test(explanation) ? '' : '.';
  return `The model declined ${did}. Its service says: ${explanation}${end}`;
}

export interface TypedPrompt {
  readonly text: string;
  readonly by: readonly string[];
}

/** A mention in a prompt, resolved when it was sent; of the kind `extension`, what one added for the model. */
export interface PromptContext {
  readonly kind: 'file' | 'directory' | 'symbol' | 'tabs' | 'diagnostics' | 'thread' | 'page' | 'extension';
  /** Text of the mention, without "@"; the extension's name. */
  readonly label: string;
  /** Address of the mention, as in the text; of an extension "". */
  readonly href: string;
  /** Content for the model; "" if there is a problem. */
  readonly text: string;
  /** Why there is no content, in a sentence, which the model gets instead. */
  readonly problem?: string;
}
/** Limit for one context in characters. */
export const longestContext = 200_000;

const amount = z.number().check(z.positive(), z.maximum(1e12));
export const threadLimitSchema = z.strictObject({
  /** Input and output, including reads and writes of the cache. */
  tokens: z.exactOptional(amount),
  /** In the currency of the prices; may be a fraction such as 0.5. */
  cost: z.exactOptional(amount),
});
/** Budget for all answers of a thread together. */
export type ThreadLimit = Readonly<z.output<typeof threadLimitSchema>>;

/** What the answers of a thread have in place of what is chosen for all, and besides. */
export const threadSetupSchema = z.object({
  /** The name of an agent, which may give all that follows; what is here goes before it. */
  agent: z.exactOptional(z.string()),
  /** A model reference, or `fast`: the small model of the provider that is chosen. */
  model: z.exactOptional(z.string()),
  /** The names of the tools that are offered, as a model is told them, or their ids. */
  tools: z.exactOptional(z.array(z.string())),
  /** Told after the rules. */
  instructions: z.exactOptional(z.string()),
});
export type ThreadSetup = DeepReadonly<z.output<typeof threadSetupSchema>>;

export const threadOriginSchema = z.object({
  extensionId: z.string(),
  extensionName: z.string(),
  /** The thread in which it was begun; absent: in none. */
  parentId: z.exactOptional(z.string()),
  /** 1: its parent is none that an extension began. */
  depth: z.number(),
});
export type ThreadOrigin = Readonly<z.output<typeof threadOriginSchema>>;

export const answererSchema = z.object({
  /** A model or agent reference. */
  model: z.string(),
  /** As it was called then. */
  modelName: z.string(),
});
export type Answerer = Readonly<z.output<typeof answererSchema>>;

export const handoverSchema = z.object({
  at: z.number(),
  /** With this prompt; null: with none, as the person wants it. */
  promptId: z.nullable(z.string()),
  /** An agent reference. */
  agent: z.string(),
  /** What it says: the ids of answers, and of prompts without one. */
  covers: z.array(z.string()),
  /** As the agent got it; "" for what it does not get. */
  text: z.string(),
});
export type Handover = DeepReadonly<z.output<typeof handoverSchema>>;

export const spentSchema = z.object({
  tokens: z.number(),
  /** Cost of all usage in `currency`; 0 without one. */
  cost: z.number(),
  /** Currency of the latest prices. Absent: no usage had prices. */
  currency: z.exactOptional(z.string()),
  /** Part of the tokens is estimated. */
  isEstimated: z.exactOptional(z.boolean()),
});
export type Spent = Readonly<z.output<typeof spentSchema>>;

export interface TaskView {
  readonly at: number;
  readonly threadId: string;
  readonly title: string;
  readonly extensionName: string;
  /** The call that began it. */
  readonly toolUseId?: string;
  /** What it came to, once it has ended; it counts here. */
  readonly spent?: Spent;
}

/** Why an answer makes no progress at the moment; absent while it does. Not stored. */
export type AnswerActivity =
  /** The mentions of its prompt are being resolved, which takes a while. */
  | { readonly type: 'reading'; readonly since: number }
  /** An extension has its say. */
  | { readonly type: 'extension'; readonly name: string; readonly since: number }
  /** It waits for its turn, with the provider or with the service itself. */
  | { readonly type: 'queued'; readonly position: number; readonly since: number }
  /** The next attempt is made at `at` (ms since 1970); it is number `attempt` of `attempts`. */
  | {
      readonly type: 'retrying';
      readonly attempt: number;
      readonly attempts: number;
      readonly at: number;
      readonly failure: Failure;
    }
  /** It waits for `answerPause` from the person. */
  | { readonly type: 'paused'; readonly since: number; readonly reason: PauseReason };

export type PauseReason =
  /** `spent` reached the limit. */
  | {
      readonly type: 'limit';
      readonly limit: ThreadLimit;
      readonly spent: Required<ThreadLimit>;
      /** It is that of the thread of which this one is a task. */
      readonly isOfParent?: boolean;
    }
  /** The model made the same call with the same arguments this many times, in a row or among a few others. */
  | { readonly type: 'repeat'; readonly toolName: string; readonly times: number };

/** A thread, for the list of threads of a workspace. */
export interface ThreadSummary {
  readonly id: string;
  /** Until there is a title, the beginning of the first prompt. "" for an empty thread. */
  readonly title: string;
  /** Time of the last entry, in ms since 1970. */
  readonly at: number;
  readonly isArchived: boolean;
  /** All labels of its entries. */
  readonly labels: readonly string[];
  /** `asking`: a tool call or a pause waits for the person. */
  readonly state: 'idle' | 'answering' | 'asking';
  /** The name of whom it was given to; absent: whoever is chosen for new threads. */
  readonly answerer?: string;
  /** An extension began it, for a task. */
  readonly origin?: Pick<ThreadOrigin, 'extensionName' | 'parentId'>;
}

/** A match of a search in threads. */
export interface ThreadHit {
  readonly threadId: string;
  readonly title: string;
  readonly at: number;
  /** The matched words and the text around them, plain. */
  readonly excerpt: string;
  /** The message that contains the excerpt, or has it as a note; absent: title or label. */
  readonly entryId?: string;
}

/** Unsent content of a thread's composer. */
export interface Draft {
  /** "" if there is none. */
  readonly text: string;
  readonly images: readonly PromptImage[];
}

/** The part of a thread that a window has already. */
export interface ThreadPart {
  readonly edition: string;
  /** Number of entries. */
  readonly count: number;
}

export interface ThreadSnapshot {
  readonly id: string;
  /** Changes each time main reads the thread from its file, where entries are merged: counts hold for one edition. */
  readonly edition: string;
  /** Number of entries left out, since the caller has them. */
  readonly from: number;
  readonly entries: readonly ThreadEntry[];
  readonly activity: AnswerActivity | null;
  /** null: nothing was sent yet. */
  readonly context: ContextUse | null;
  /** As the last window left it. */
  readonly draft: Draft;
}
