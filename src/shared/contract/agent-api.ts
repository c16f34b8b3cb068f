import type { RejectReport, RestoreReport, ReviewSnapshot, ReviewTexts } from './change.ts';
import type { Result } from './errors.ts';
import type { ProviderSnapshot } from './provider.ts';
import type { PromptImage, ThreadHit, ThreadLimit, ThreadSnapshot, ThreadSummary } from './thread.ts';
import type { ToolDecision } from './tool.ts';

/** What the agent panel can ask of main: groups of `RendererApi`. */

/** What would be sent now. */
export interface DraftedPrompt {
  readonly text: string;
  readonly images?: readonly PromptImage[];
  /** The prompt that it is another version of. */
  readonly replaces?: string;
  /** The prompt template that `text` follows. */
  readonly templateId?: string;
}

/** The conversation. */
export interface AgentApi {
  providers(): Promise<ProviderSnapshot[]>;
  /** Asks the provider to authenticate when it must; the credential dialog may appear. Gives the model chosen. */
  chooseModel(model: string): Promise<Result<string>>;
  /** The thread that this workspace shows. */
  thread(): Promise<ThreadSnapshot>;
  /** Shows a new one. What goes on in the one before goes on. */
  newThread(): Promise<ThreadSnapshot>;
  /**
   * Adds the prompt and starts the answer; while something goes on it queues instead, in the order in which it came.
   * @param replaces the prompt that this is another version of; refused while something goes on
   */
  send(threadId: string, text: string, images?: readonly PromptImage[], replaces?: string): Promise<Result<null>>;
  /**
   * Keeps what is written in a thread and not sent yet, for the next window; "" when nothing is.
   * @param images absent: as they were
   */
  keepDraft(threadId: string, text: string, images?: readonly PromptImage[]): Promise<void>;
  /** Ends the running answer; what was said is kept, and what is queued stays queued. */
  stop(threadId: string): Promise<void>;
  editQueued(threadId: string, id: string, text: string, images?: readonly PromptImage[]): Promise<Result<null>>;
  /** The queue in its new order; what is not named is removed. */
  orderQueue(threadId: string, ids: readonly string[]): Promise<Result<null>>;
  /** Ends what goes on and sends this one; the others stay queued. */
  sendQueuedNow(threadId: string, id: string): Promise<Result<null>>;
  /** Answers a prompt anew: the last one once more, an earlier one as another version of it. */
  regenerate(threadId: string, promptId: string): Promise<Result<null>>;
  /** Lets the model go on with an answer that was cut short: a short prompt that says so. */
  continueAnswer(threadId: string): Promise<Result<null>>;
  /** Shows another version of a prompt. */
  showBranch(threadId: string, promptId: string): Promise<Result<null>>;
  /** @param note "" takes it away; absent: as it is. @param labels all of them */
  annotate(
    threadId: string,
    entryId: string,
    change: { readonly note?: string; readonly labels?: readonly string[] },
  ): Promise<Result<null>>;
  /** Lets the model sum up what was said, which later requests are told in its place. */
  compact(threadId: string, instructions: string): Promise<Result<null>>;
  /** null: no limit. */
  setLimit(threadId: string, limit: ThreadLimit | null): Promise<Result<null>>;
  /** Answers a pause. @param limit the new one, when it was a limit */
  answerPause(threadId: string, goesOn: boolean, limit?: ThreadLimit): Promise<void>;
  /** Sends a prompt template with what was typed after its name. */
  runTemplate(threadId: string, templateId: string, argument: string): Promise<Result<null>>;
  /** Opens in the editor what the model is sent with the next prompt. */
  showRequest(threadId: string, draft: DraftedPrompt): Promise<Result<null>>;
  /** Answers the last prompt once more. */
  retry(threadId: string): Promise<Result<null>>;
  /** An answer that waits for its next attempt makes it now. */
  retryNow(threadId: string): Promise<void>;
  /** Runs a slash command of an extension; its prompt is sent, its reply is shown. */
  runSlashCommand(threadId: string, extensionId: string, id: string, argument: string): Promise<Result<null>>;
  /**
   * Answers what a tool call that waits asks.
   * @param question of its state; an answer to another one than the present one changes nothing
   */
  decideTool(threadId: string, toolUseId: string, decision: ToolDecision, question?: number): Promise<void>;
}

/** The threads of the open workspace. */
export interface ThreadsApi {
  /** Newest first, those too that are archived; none in which nothing was said. */
  list(): Promise<readonly ThreadSummary[]>;
  /** Every word of the query occurs in what was said, or in the title. Newest first, at most 100. */
  search(query: string): Promise<readonly ThreadHit[]>;
  /** Shows it from here on. */
  open(threadId: string): Promise<Result<ThreadSnapshot>>;
  rename(threadId: string, title: string): Promise<Result<null>>;
  setArchived(threadId: string, isArchived: boolean): Promise<Result<null>>;
  /** Stops what goes on in it. `restore` brings it back for 30 days. */
  remove(threadId: string): Promise<Result<null>>;
  restore(threadId: string): Promise<Result<null>>;
  /** Asks where to, and writes it as Markdown. @returns the path; null: the person cancelled */
  exportMarkdown(threadId: string): Promise<Result<string | null>>;
  /** Opens the thread as Markdown in the editor, as a file of the app's own that is written anew each time. */
  showAsText(threadId: string): Promise<Result<null>>;
}

/** What models changed in the files of the project. */
export interface ChangesApi {
  review(threadId: string): Promise<ReviewSnapshot>;
  /** The whole texts of a file before and after. */
  texts(threadId: string, path: string): Promise<Result<ReviewTexts>>;
  /**
   * Takes changes as they are. @param path null: all files
   * @param before the text that counts as the one before from here on, when only a part was accepted
   */
  accept(threadId: string, path: string | null, before?: string): Promise<Result<null>>;
  /** Puts back what was there. @param path null: all files */
  reject(threadId: string, path: string | null, isForced: boolean): Promise<Result<RejectReport>>;
  /** Puts back a part: `text` is the whole file without it, made from `base`. */
  rejectPart(threadId: string, path: string, base: string, text: string): Promise<Result<null>>;
  /** Brings all files to what they were before this turn. */
  restore(threadId: string, promptId: string, isForced: boolean): Promise<Result<RestoreReport>>;
  /** Undoes the last restore or reject, when nothing was done in the thread since. */
  undoRestore(threadId: string): Promise<Result<null>>;
}

/** What a prompt can mention, beside what the window knows itself. */
export interface MentionsApi {
  /** Paths relative to the open folder, directories with "/" at their end; at most 50,000. */
  paths(): Promise<Result<readonly string[]>>;
  /** Names that are declared in the files of the project and fit what was typed; at most 50. */
  symbols(
    query: string,
  ): Promise<Result<readonly { readonly path: string; readonly name: string; readonly line: number }[]>>;
}
