import type { PickItem } from '../question.ts';
import type { Disposable } from './disposable.ts';

/** What an extension may put before a person. All of it is shown as text, with the extension's name beside it. */
export interface ExtensionWindow {
  /**
   * Shows a message above the status bar.
   * @returns the action that was chosen; undefined when it was dismissed or has none
   */
  showMessage(
    severity: 'info' | 'warning' | 'error',
    text: string,
    ...actions: readonly string[]
  ): Promise<string | undefined>;
  /** Puts an item into the status bar; one id, one item. `command` is one of the manifest's. */
  setStatus(id: string, item: { text: string; tooltip?: string; command?: string }): Disposable;
  /**
   * Shows progress until the task settles. `signal` aborts when the person cancels, which only a cancellable one can.
   * @returns what the task returns
   */
  withProgress<T>(
    options: { title: string; isCancellable?: boolean },
    task: (progress: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** @returns the item that was picked; undefined: cancelled */
  pick<Item extends PickItem>(
    items: readonly Item[],
    options: { title: string; placeholder?: string },
  ): Promise<Item | undefined>;
  /** @returns what was typed; undefined: cancelled */
  prompt(options: { title: string; placeholder?: string; value?: string }): Promise<string | undefined>;
}

export interface Progress {
  /** @param fraction 0 to 1, where the length is known */
  report(state: { message?: string; fraction?: number }): void;
}
