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
  /** The prompt that it is another version of. */
  replaces: z.exactOptional(promptId),
  /** The prompt template that `text` follows. */
  templateId: z.exactOptional(itemId),
});
/** What would be sent now. */
export type DraftedPrompt = DeepReadonly<z.output<typeof draftedPrompt>>;

const sentPrompt = z.strictObject({
  /** Its own from here on, in the queue and in the thread: whoever sends it makes it, and knows it by that. */
  id: promptId,
  text: promptText,
  images: z.exactOptional(promptImagesSchema),
  /** The prompt that it is another version of. */
  replaces: z.exactOptional(promptId),
});
/** A prompt as it is sent. */
export type SentPrompt = DeepReadonly<z.output<typeof sentPrompt>>;

const annotation = z.strictObject({
  /** "" takes it away; absent: as it is. */
  note: z.exactOptional(z.string().check(z.maxLength(10_000))),
  /** All of them. */
  labels: z.exactOptional(z.array(line).check(z.maxLength(1000))),
});

const images = z.optional(promptImagesSchema);

/** A name that a file of the open folder declares. */
export interface DeclaredName {
  /** Relative, with "/". */
  readonly path: string;
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** All that the agent panel asks of main: groups of `RendererApi`. */
export const agentMethods = {
  /** The thread. */
  agent: {
    providers: takes().gives<ProviderSnapshot[]>(),
    /** Asks the provider to authenticate when it must; the credential dialog may appear. Gives the model chosen. */
    chooseModel: takes(model).gives<Result<string>>(),
    /** The thread that this workspace shows. (isFirst): the window comes up with it, and says `threadDrawn` after that. */
    thread: takes(z.optional(z.boolean())).gives<ThreadSnapshot>(),
    /** The window has drawn what it came up with, and is still there. */
    threadDrawn: takes().gives<void>(),
    /** Shows a new one. What goes on in the one before goes on. */
    newThread: takes().gives<ThreadSnapshot>(),
    /**
     * Adds the prompt and starts the answer; while something goes on it queues instead, in the order in which it came.
     * Another version of an earlier one is refused while something goes on. Sent twice, a prompt is there once.
     */
    send: takes(threadId, sentPrompt).gives<Result<null>>(),
    /**
     * Keeps what is written in a thread and not sent yet, for the next window; "" when nothing is. Without images they
     * stay as they were.
     */
    keepDraft: takes(threadId, promptText, images).gives<void>(),
    /** Ends the running answer; what was said is kept, and what is queued stays queued. */
    stop: takes(threadId).gives<void>(),
    editQueued: takes(threadId, promptId, promptText, images).gives<Result<null>>(),
    /** The queue in its new order; what is not named is removed. */
    orderQueue: takes(threadId, z.array(promptId).check(z.maxLength(1000))).gives<Result<null>>(),
    /** Ends what goes on and sends this one; the others stay queued. */
    sendQueuedNow: takes(threadId, promptId).gives<Result<null>>(),
    /** Answers a prompt anew: the last one once more, an earlier one as another version of it. */
    regenerate: takes(threadId, promptId).gives<Result<null>>(),
    /** Lets the model go on with an answer that was cut short: a short prompt that says so. */
    continueAnswer: takes(threadId).gives<Result<null>>(),
    /** Shows another version of a prompt. */
    showBranch: takes(threadId, promptId).gives<Result<null>>(),
    annotate: takes(threadId, entryId, annotation).gives<Result<null>>(),
    /** Lets the model sum up what was said, which later requests are told in its place. (thread, instructions) */
    compact: takes(threadId, z.string().check(z.maxLength(10_000))).gives<Result<null>>(),
    /** null: no limit. */
    setLimit: takes(threadId, z.nullable(threadLimitSchema)).gives<Result<null>>(),
    /** Answers a pause. (thread, goesOn, limit): the new one, when it was a limit. */
    answerPause: takes(threadId, z.boolean(), z.optional(threadLimitSchema)).gives<void>(),
    /** Sends a prompt template with what was typed after its name. */
    runTemplate: takes(threadId, itemId, promptText).gives<Result<null>>(),
    /** Opens in the editor what the model is sent with the next prompt. */
    showRequest: takes(threadId, draftedPrompt).gives<Result<null>>(),
    /** Answers the last prompt once more. */
    retry: takes(threadId).gives<Result<null>>(),
    /** An answer that waits for its next attempt makes it now. */
    retryNow: takes(threadId).gives<void>(),
    /** Runs a slash command of an extension with what was typed after it; its prompt is sent, its reply is shown. */
    runSlashCommand: takes(threadId, extensionId, itemId, promptText).gives<Result<null>>(),
    /**
     * Answers what a tool call that waits asks. (thread, call, decision, question): `question` of its state; an answer
     * to another one than the present one changes nothing.
     */
    decideTool: takes(threadId, entryId, toolDecisionSchema, z.optional(z.int())).gives<void>(),
  },
  /** The threads of the open workspace. */
  threads: {
    /** Newest first, those too that are archived; none in which nothing was said. */
    list: takes().gives<readonly ThreadSummary[]>(),
    /** Every word of the query occurs in what was said, or in the title. Newest first, at most 100. */
    search: takes(line).gives<readonly ThreadHit[]>(),
    /** Shows it from here on. */
    open: takes(threadId, z.optional(threadPart)).gives<Result<ThreadSnapshot>>(),
    /** What `open` would give, of a thread that is pointed at: until one is shown main keeps the last of them as it is. */
    readAhead: takes(threadId).gives<Result<ThreadSnapshot>>(),
    /** (thread, title) */
    rename: takes(threadId, line).gives<Result<null>>(),
    setArchived: takes(threadId, z.boolean()).gives<Result<null>>(),
    /** Stops what goes on in it. `restore` brings it back for 30 days. */
    remove: takes(threadId).gives<Result<null>>(),
    restore: takes(threadId).gives<Result<null>>(),
    /** Asks where to, and writes it as Markdown. Gives the path; null: the person cancelled. */
    exportMarkdown: takes(threadId).gives<Result<string | null>>(),
    /** Opens the thread as Markdown in the editor, as a file of the app's own that is written anew each time. */
    showAsText: takes(threadId).gives<Result<null>>(),
  },
  /** What models changed in the files of the project. */
  changes: {
    review: takes(threadId).gives<ReviewSnapshot>(),
    /** The whole texts of a file before and after. */
    texts: takes(threadId, path).gives<Result<ReviewTexts>>(),
    /**
     * Takes changes as they are. (thread, path, before): without a path all files; the text that counts as the one
     * before from here on, when only a part was accepted.
     */
    accept: takes(threadId, z.nullable(path), z.optional(text)).gives<Result<null>>(),
    /** Puts back what was there. (thread, path, isForced): without a path all files. */
    reject: takes(threadId, z.nullable(path), z.boolean()).gives<Result<RejectReport>>(),
    /** Puts back a part. (thread, path, base, text): the whole file without it, made from `base`. */
    rejectPart: takes(threadId, path, text, text).gives<Result<null>>(),
    /** Brings all files to what they were before this turn. (thread, prompt, isForced) */
    restore: takes(threadId, promptId, z.boolean()).gives<Result<RestoreReport>>(),
    /** Undoes the last restore or reject, when nothing was done in the thread since. */
    undoRestore: takes(threadId).gives<Result<null>>(),
    /** Answers a `buffer-request` event. */
    answerBuffer: takes(itemId, bufferAnswerSchema).gives<void>(),
  },
  /** What a prompt can mention, beside what the window knows itself. */
  mentions: {
    /** Paths relative to the open folder, directories with "/" at their end; at most 50,000. */
    paths: takes().gives<Result<readonly string[]>>(),
    /** Names that are declared in the files of the project and fit what was typed; at most 50. */
    symbols: takes(z.string().check(z.maxLength(200))).gives<Result<readonly DeclaredName[]>>(),
    /** Where each of these names is declared; null when in no place or in several. */
    declared: takes(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500))).gives<
      Result<readonly (DeclaredName | null)[]>
    >(),
  },
};
