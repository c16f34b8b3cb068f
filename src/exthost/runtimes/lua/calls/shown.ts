import type { Disposable } from '../../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { ScriptProgress } from './script-progress.ts';

/** Nothing is sent while Lua runs. What it shows meanwhile in one place is sent once, as it was last. */
class Latest {
  readonly #sends = new Map<unknown, () => void>();
  #isDue = false;

  put(place: unknown, send: () => void): void {
    if (!this.#isDue) queueMicrotask(() => this.#send());
    this.#isDue = true;
    this.#sends.set(place, send);
  }

  /** Nothing is sent for a place that is gone. */
  drop(place: unknown): void {
    this.#sends.delete(place);
  }

  #send(): void {
    const sends = [...this.#sends.values()];
    this.#sends.clear();
    this.#isDue = false;
    for (const send of sends) send();
  }
}

/** What an extension shows. Its status items go with it. */
export interface Shown {
  /** undefined: not sent yet. */
  readonly items: Map<string, Disposable | undefined>;
  /** By the numbers that the script has. */
  readonly progress: Map<number, ScriptProgress>;
  readonly latest: Latest;
  messages: number;
}

const shownByContexts = new WeakMap<ExtensionContext, Shown>();

export function shownBy(context: ExtensionContext): Shown {
  const known = shownByContexts.get(context);
  if (known) return known;
  const shown: Shown = { items: new Map(), progress: new Map(), latest: new Latest(), messages: 0 };
  shownByContexts.set(context, shown);
  context.subscriptions.push({
    dispose() {
      for (const item of shown.items.values()) item?.dispose();
    },
  });
  return shown;
}
