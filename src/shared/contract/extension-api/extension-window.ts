import type { PickItem } from '../question.ts';
import type { Disposable } from './disposable.ts';

/** UI for extensions. All texts are shown without markup, with the extension's name beside them. */
export interface ExtensionWindow {
  /**
   * Shows a message above the status bar.
   * @returns the chosen action; undefined if the message was dismissed or has none
   */
  showMessage(
    severity: 'info' | 'warning' | 'error',
    text: string,
    ...actions: readonly string[]
  ): Promise<string | undefined>;
  /** Shows an item in the status bar, one per id. `command` is one of the manifest's. */
  setStatus(id: string, item: { text: string; tooltip?: string; command?: string }): Disposable;
  /**
   * Shows progress until the task settles. `signal` aborts when the person cancels; only if `isCancellable`.
   * @returns the result of the task
   */
  withProgress<T>(
    options: { title: string; isCancellable?: boolean },
    task: (progress: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** @returns true: yes. false: no, or it was cancelled or withdrawn. */
  confirm(options: QuestionOptions & { text?: string }): Promise<boolean>;
  /** @returns the picked item; undefined: cancelled or withdrawn */
  pick<Item extends PickItem>(
    items: readonly Item[],
    options: QuestionOptions & { placeholder?: string },
  ): Promise<Item | undefined>;
  /**
   * @param options.isMultiline asks for several lines, in a larger field
   * @returns the typed text; undefined: cancelled or withdrawn
   */
  prompt(
    options: QuestionOptions & { placeholder?: string; value?: string; isMultiline?: boolean },
  ): Promise<string | undefined>;
  /**
   * Shows a longer text to read, in a tab of the editor that cannot be edited. A text with the same title takes its place.
   * The keyboard stays where it is; while the person types in the editor, the tab comes behind theirs.
   */
  showText(options: { title: string; text: string; isMarkdown?: boolean }): Promise<void>;
}

export interface QuestionOptions {
  title: string;
  /** Withdraws the question when it aborts. */
  signal?: AbortSignal;
  /**
   * Milliseconds, 1000 to 3,600,000, after which the question goes away by itself; the person sees them count down. They
   * begin when it is on screen, and end when the person types. It waits as long for its turn at most.
   */
  timeoutMs?: number;
}

export interface Progress {
  /** @param fraction 0 to 1, if the length is known */
  report(state: { message?: string; fraction?: number }): void;
}
