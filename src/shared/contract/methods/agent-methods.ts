import { z } from 'zod/mini';
import {
  bufferAnswerSchema,
  type RejectReport,
  type RestoreReport,
  type ReviewSnapshot,
  type ReviewTexts,
} from '../change.ts';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { Result } from '../errors.ts';
import { promptImagesSchema } from '../prompt-image.ts';
import type { ProviderSnapshot } from '../provider.ts';
import { type ThreadHit, type ThreadSnapshot, type ThreadSummary, threadLimitSchema } from '../thread.ts';
import { toolDecisionSchema } from '../tool.ts';
import {
  entryId,
  extensionId,
  itemId,
  line,
  model,
  path,
  promptId,
  promptText,
  takes,
  text,
  threadId,
} from './method.ts';

const threadPart = z.strictObject({ edition: z.string(), count: z.int().check(z.nonnegative()) });
const draftedPrompt = z.strictObject({
  text: promptText,
  images: z.exactOptional(promptImagesSchema),
  /** The prompt that this is a version of. */
  replaces: z.exactOptional(promptId),
  /** The prompt template that `text` calls. */
  templateId: z.exactOptional(itemId),
});
/** The content of the composer, as it would be sent now. */
export type DraftedPrompt = DeepReadonly<z.output<typeof draftedPrompt>>;

const sentPrompt = z.strictObject({
  /** Made by the sender, and kept in the queue and in the thread, so that the sender can recognise its prompt. */
  id: promptId,
  text: promptText,
  images: z.exactOptional(promptImagesSchema),
  /** The prompt that this is a version of. */
  replaces: z.exactOptional(promptId),
  /** No extension is asked before the version is made. */
  isForced: z.exactOptional(z.boolean()),
});
export type SentPrompt = DeepReadonly<z.output<typeof sentPrompt>>;

const annotation = z.strictObject({
  /** "" removes it; absent: unchanged. */
  note: z.exactOptional(z.string().check(z.maxLength(10_000))),
  /** All labels; absent: unchanged. */
  labels: z.exactOptional(z.array(line).check(z.maxLength(1000))),
});

const images = z.optional(promptImagesSchema);
/** Held back by an extension, the person wants it all the same. */
const isForced = z.optional(z.boolean());

/** A symbol declared in a file of the open folder. */
export interface DeclaredName {
  /** Relative to the folder, with "/". */
  readonly path: string;
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** The calls of the agent panel to main: groups of `RendererApi`. */
export const agentMethods = {
  /** Work with one thread. */
  agent: {
    providers: takes().gives<ProviderSnapshot[]>(),
    /**
     * Chooses the model or agent server of new threads, and of a thread from its next prompt on. Asks the provider to
     * authenticate if needed; the credential dialog may appear. Returns the chosen model.
     */
    chooseModel: takes(model, z.optional(threadId)).gives<Result<string>>(),
    /**
     * The current thread of this workspace. (isFirst): the window starts with it, and calls `threadDrawn` afterwards.
     */
    thread: takes(z.optional(z.boolean())).gives<ThreadSnapshot>(),
    /** The window has drawn the thread it started with, and is responsive. */
    threadDrawn: takes().gives<void>(),
    /** Creates and shows a thread. An answer of the previous one continues. (isForced): no extension is asked before. */
    newThread: takes(isForced).gives<Result<ThreadSnapshot>>(),
    /**
     * Adds the prompt and starts the answer; during an answer it is queued instead, first come, first served. A
     * version of an earlier prompt is refused during an answer. Idempotent by the prompt's id. The backslash of a text that
     * begins with `\!` is left out.
     */
    send: takes(threadId, sentPrompt).gives<Result<null>>(),
    /**
     * Stores the unsent draft of a thread for the next window; "" for none. Without `images` the stored ones stay.
     */
    keepDraft: takes(threadId, promptText, images).gives<void>(),
    /** Ends the running answer, else what an agent does of itself; the text is kept, and the queue stays. */
    stop: takes(threadId).gives<void>(),
    editQueued: takes(threadId, promptId, promptText, images).gives<Result<null>>(),
    /** Reorders the queue; messages that are not named are removed. */
    orderQueue: takes(threadId, z.array(promptId).check(z.maxLength(1000))).gives<Result<null>>(),
    /** Ends the running answer and sends this message; the others stay queued. */
    sendQueuedNow: takes(threadId, promptId).gives<Result<null>>(),
    /** Answers a prompt again: the last one directly, an earlier one as a new version of it. (…, isForced): as for `send` */
    regenerate: takes(threadId, promptId, isForced).gives<Result<null>>(),
    /** Continues an answer that was cut short, by sending a short prompt that says so. */
    continueAnswer: takes(threadId).gives<Result<null>>(),
    /** Shows another version of a prompt. */
    showBranch: takes(threadId, promptId).gives<Result<null>>(),
    annotate: takes(threadId, entryId, annotation).gives<Result<null>>(),
    /** Makes the model sum up the thread; later requests have the summary in its place. (thread, instructions) */
    compact: takes(threadId, z.string().check(z.maxLength(10_000))).gives<Result<null>>(),
    /** null: no limit. */
    setLimit: takes(threadId, z.nullable(threadLimitSchema)).gives<Result<null>>(),
    /** Sets the agent of a thread, by its name; null: none. */
    chooseAgent: takes(threadId, z.nullable(itemId)).gives<Result<null>>(),
    /** Answers a pause. (thread, goesOn, limit): the new limit, if the pause was due to one. */
    answerPause: takes(threadId, z.boolean(), z.optional(threadLimitSchema)).gives<void>(),
    /** Sends a prompt template with the argument typed after its name. */
    runTemplate: takes(threadId, itemId, promptText).gives<Result<null>>(),
    /** Opens in the editor the request that the next prompt would send to the model. */
    showRequest: takes(threadId, draftedPrompt).gives<Result<null>>(),
    /** Answers the last prompt again. */
    retry: takes(threadId).gives<Result<null>>(),
    /** Makes an answer's next attempt now, instead of waiting for it. */
    retryNow: takes(threadId).gives<void>(),
    /** Runs a slash command of an extension with its argument; a prompt in the result is sent, a reply is shown. */
    runSlashCommand: takes(threadId, extensionId, itemId, promptText).gives<Result<null>>(),
    /**
     * Runs a command of the person in the shell of the folder. Resolves when it has begun. (thread, command, isTold):
     * `isTold`: models are told of it with the next prompt
     */
    runInShell: takes(threadId, promptText, z.boolean()).gives<Result<null>>(),
    /**
     * Answers the question of a waiting tool call. (thread, call, decision, question): `question` of its state; a
     * decision for another question than the present one is ignored.
     */
    decideTool: takes(threadId, entryId, toolDecisionSchema, z.optional(z.int())).gives<void>(),
  },
  threads: {
    /** Newest first, with archived ones; without empty ones. */
    list: takes().gives<readonly ThreadSummary[]>(),
    /** Threads that contain every word of the query, in messages or title. Newest first, at most 100. */
    search: takes(line).gives<readonly ThreadHit[]>(),
    /** Makes it the current thread. (…, isForced): as for `newThread` */
    open: takes(threadId, z.optional(threadPart), isForced).gives<Result<ThreadSnapshot>>(),
    /**
     * Like `open` but without showing it, for a thread that is pointed at: main keeps the last one until one is
     * shown.
     */
    readAhead: takes(threadId).gives<Result<ThreadSnapshot>>(),
    /** (thread, title) */
    rename: takes(threadId, line).gives<Result<null>>(),
    setArchived: takes(threadId, z.boolean()).gives<Result<null>>(),
    /** Stops its answer. `restore` can undo it for 30 days. */
    remove: takes(threadId).gives<Result<null>>(),
    restore: takes(threadId).gives<Result<null>>(),
    /** Asks for a path and writes Markdown there. Returns the path; null: the person cancelled. */
    exportMarkdown: takes(threadId).gives<Result<string | null>>(),
    /** Opens the thread as Markdown in the editor, in a file of the app that is rewritten each time. */
    showAsText: takes(threadId).gives<Result<null>>(),
  },
  /** Changes by models in the project's files. */
  changes: {
    review: takes(threadId).gives<ReviewSnapshot>(),
    /** The texts of a file before and after the changes. */
    texts: takes(threadId, path).gives<Result<ReviewTexts>>(),
    /**
     * Accepts changes. (thread, path, before): without a path those of all files; `before`: the new text to compare
     * with, if only a part was accepted.
     */
    accept: takes(threadId, z.nullable(path), z.optional(text)).gives<Result<null>>(),
    /** Restores the text before the changes. (thread, path, isForced): without a path for all files. */
    reject: takes(threadId, z.nullable(path), z.boolean()).gives<Result<RejectReport>>(),
    /** Rejects one part. (thread, path, base, text): the whole file without the part, made from `base`. */
    rejectPart: takes(threadId, path, text, text).gives<Result<null>>(),
    /** Restores all files to their state before this turn. (thread, prompt, isForced) */
    restore: takes(threadId, promptId, z.boolean()).gives<Result<RestoreReport>>(),
    /** Undoes the last restore or reject, if nothing has happened in the thread since. */
    undoRestore: takes(threadId).gives<Result<null>>(),
    /** Answers a `buffer-request` event. */
    answerBuffer: takes(itemId, bufferAnswerSchema).gives<void>(),
  },
  /** Candidates for mentions, besides those that the window knows itself. */
  mentions: {
    /** Symbols declared in the project that match the query; at most 50. */
    symbols: takes(z.string().check(z.maxLength(200))).gives<Result<readonly DeclaredName[]>>(),
    /** Place of the declaration of each name; null if there is none or more than one. */
    declared: takes(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))).gives<
      Result<readonly (DeclaredName | null)[]>
    >(),
  },
};
