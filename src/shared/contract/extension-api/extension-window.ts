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
  /** @returns the picked item; undefined: cancelled */
  pick<Item extends PickItem>(
    items: readonly Item[],
    options: { title: string; placeholder?: string },
  ): Promise<Item | undefined>;
  /** @returns the typed text; undefined: cancelled */
  prompt(options: { title: string; placeholder?: string; value?: string }): Promise<string | undefined>;
}

export interface Progress {
  /** @param fraction 0 to 1, if the length is known */
  report(state: { message?: string; fraction?: number }): void;
}
