import type { PromptContext, TypedPrompt } from '../../../shared/contract/thread.ts';

export interface MentioningText {
  readonly text: string;
  /** The part that the person wrote: all of it, the words after the name of a template, or nothing. */
  readonly typed: string;
}

export interface PromptToAnswer {
  readonly text: string;
  /** How many it has. */
  readonly images: number;
  /** The typed prompt whose mentions are to be resolved; absent for one that is in the thread: it keeps its contexts. */
  readonly mentionsIn?: MentioningText;
  /** Looking up what it mentions takes longer than a moment. */
  readonly waits?: () => void;
  /**
   * Adds it to the thread with what its mentions came to, unless it is there and has that already; called only when the answer
   * can begin.
   * @param changed as extensions had it
   */
  id(context: readonly PromptContext[], changed?: ChangedPrompt): string;
  /** An extension has done what it asks for: the thread keeps it with this reply, in its place. Absent for one that is there. */
  handled?(extensionName: string, reply: string): void;
}

export interface ChangedPrompt {
  readonly text: string;
  readonly typed: TypedPrompt;
}
