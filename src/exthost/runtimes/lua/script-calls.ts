import type { Disposable } from '../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { Answers } from './script-call.ts';
import { sessionWaits } from './session-calls.ts';
import { systemWaits } from './system-calls.ts';

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
/** The app's own limit for titles. */
const oneLine = (value: unknown): string => textOr(value, '').replace(/\s+/g, ' ').slice(0, 200);

/** What a script waits for, by what it calls; errors name it. */
export const waits: Answers<Promise<unknown>> = {
  ...sessionWaits,
  ...systemWaits,
  'ctx.sleep': (_context, [ms], { signal }) => slept(Number(ms), signal),
  'ctx.signal.wait': (_context, _args, { signal }) => aborted(signal),
  /** A script that reaches the network has none, unless it may read files. */
  'ctx.cwd': async ({ workspace }) => (await workspace.folder().catch(() => null))?.path,
  async 'ctx.ui.confirm'({ window }, [title, text]) {
    const yes = { label: 'Yes' };
    const options = { title: oneLine(title), placeholder: oneLine(text) };
    return (await window.pick([yes, { label: 'No' }], options)) === yes;
  },
  /** @returns a number from 1, as items are counted in Lua */
  async 'ctx.ui.select'({ window }, [title, items, placeholder]) {
    const offered = items as readonly { label: string; description?: string }[];
    const picked = await window.pick(offered, { title: oneLine(title), placeholder: oneLine(placeholder) });
    return picked && offered.indexOf(picked) + 1;
  },
  'ctx.ui.input': ({ window }, [title, placeholder, value]) =>
    window.prompt({ title: oneLine(title), placeholder: oneLine(placeholder), value: textOr(value, '') }),
  'ctx.state.get': ({ state }, [key]) => state.global.get(key as string),
  'ctx.state.set': ({ state }, [key, value]) => state.global.set(key as string, value),
  'ctx.state.delete': ({ state }, [key]) => state.global.delete(key as string),
  'ctx.state.keys': ({ state }) => state.global.keys(),
  'ctx.emit'(_context, [event], { emit }) {
    if (!emit) throw new Error('ctx.emit is for the stream of a provider');
    return emit(event);
  },
};

/** What is done at once; nobody waits for what comes of it. */
export const acts: Answers<unknown> = {
  'ctx.signal.aborted': (_context, _args, { signal }) => signal.aborted,
  'ctx.ui.message'(context, [text, severity]) {
    const { window, log } = context;
    const shown = shownBy(context);
    expectShort('ctx.ui.message', text as string, longestMessage);
    // Main drops more than that; they would wait in a memory that all scripts share.
    if (shown.messages >= mostMessages) throw new Error(`ctx.ui.message: ${mostMessages} messages wait already`);
    shown.messages += 1;
    window
      .showMessage(severity as 'info' | 'warning' | 'error', text as string)
      .catch((thrown) => log.error(`ctx.ui.message failed: ${thrown}`))
      .finally(() => {
        shown.messages -= 1;
      });
  },
  'ctx.ui.status'(context, [givenId, text]) {
    const { items, latest } = shownBy(context);
    const id = givenId as string;
    if (typeof text === 'string') {
      for (const given of [id, text]) expectShort('ctx.ui.status', given, longestStatus);
      if (items.size >= mostItems && !items.has(id)) throw new Error(`ctx.ui.status: ${mostItems} items are too many`);
      items.set(id, items.get(id));
      latest.put(id, () => items.set(id, context.window.setStatus(id, { text })));
    } else if (items.has(id)) {
      latest.put(id, () => {
        items.get(id)?.dispose();
        items.delete(id);
      });
    }
  },
  'ctx.update'(context, [text], call) {
    const { report } = call;
    if (!report) throw new Error('ctx.update is for tools, whose calls show it');
    shownBy(context).latest.put(call, () => report(text as string));
  },
};

/** Letters that main takes. */
const longestMessage = 4000;
const longestStatus = 200;
/** Under way at once. */
const mostMessages = 100;
const mostItems = 100;

function expectShort(name: string, text: string, most: number): void {
  if (text.length > most) throw new Error(`${name} takes a text of ${most} letters at most`);
}

/** Nothing is sent while Lua runs. What it shows meanwhile in one place is sent once, as it was last. */
class Latest {
  readonly #sends = new Map<unknown, () => void>();

  put(place: unknown, send: () => void): void {
    if (this.#sends.size === 0) queueMicrotask(() => this.#send());
    this.#sends.set(place, send);
  }

  #send(): void {
    const sends = [...this.#sends.values()];
    this.#sends.clear();
    for (const send of sends) send();
  }
}

/** What an extension shows. Its status items go with it. */
interface Shown {
  /** undefined: not sent yet. */
  readonly items: Map<string, Disposable | undefined>;
  readonly latest: Latest;
  messages: number;
}

const shownByContexts = new WeakMap<ExtensionContext, Shown>();

function shownBy(context: ExtensionContext): Shown {
  const known = shownByContexts.get(context);
  if (known) return known;
  const shown: Shown = { items: new Map(), latest: new Latest(), messages: 0 };
  shownByContexts.set(context, shown);
  context.subscriptions.push({
    dispose() {
      for (const item of shown.items.values()) item?.dispose();
    },
  });
  return shown;
}

/** For an answer that is there at once: a script that goes on asking would let nothing else run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const slept = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms || 0, 0), 2 ** 31 - 1));
    signal.addEventListener('abort', end);
  });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(nextTurn());
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
