import type { ExtensionWindow, Progress } from '../../../../shared/contract/extension-api/extension-window.ts';
import type { ScriptCall } from './script-call.ts';

type State = Parameters<Progress['report']>[0];

/** Progress of a script's call. It is shown from the first `send` on. */
export class ScriptProgress {
  readonly call: ScriptCall;
  readonly #show: (task: Parameters<ExtensionWindow['withProgress']>[1]) => Promise<unknown>;
  #shown: Progress | undefined;
  #unsent: State = {};
  #isCancelled = false;
  #end = () => {};

  constructor(call: ScriptCall, window: ExtensionWindow, options: { title: string; isCancellable: boolean }) {
    this.call = call;
    this.#show = (task) => window.withProgress(options, task);
  }

  /** By the person, or with its call. */
  get isCancelled(): boolean {
    return this.#isCancelled || this.call.signal.aborted;
  }

  report(state: State): void {
    this.#unsent = { ...this.#unsent, ...state };
  }

  send(): void {
    if (!this.#shown) {
      void this.#show((progress, signal) => {
        this.#shown = progress;
        signal.addEventListener('abort', () => {
          this.#isCancelled = true;
        });
        return new Promise((resolve) => {
          this.#end = () => resolve(undefined);
        });
      });
    }
    if (Object.keys(this.#unsent).length > 0) this.#shown?.report(this.#unsent);
    this.#unsent = {};
  }

  end(): void {
    this.#end();
  }
}
