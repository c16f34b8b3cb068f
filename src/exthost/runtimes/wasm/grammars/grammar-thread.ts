import type { GivenLanguage } from '../../../../shared/contract/languages/given-grammars.ts';
import type { Highlighted, HighlightRequest } from '../../../../shared/contract/languages/highlight.ts';
import type { NestedThread } from '../nested-thread.ts';
import type { FromGrammar, ToGrammar } from './grammar-messages.ts';

/** Milliseconds and bytes. */
export interface GrammarLimits {
  /** Until the thread listens, and again until it has loaded the grammar. */
  readonly startMs: number;
  /** For one request, and as much again for each megabyte of a text that is sent whole. */
  readonly runMs: number;
  /** Without a request; then the thread is ended, and another is made for the next one. */
  readonly idleMs: number;
  readonly memoryBytes: number;
}

export type MakeGrammarThread = (name: string) => NestedThread<ToGrammar, FromGrammar>;

export interface GrammarSource {
  readonly name: string;
  readonly module: Uint8Array;
  readonly languages: Readonly<Record<string, GivenLanguage>>;
}

const megabyte = 1024 ** 2;

/** One grammar in a thread of its own, which does one thing at a time. */
export class GrammarThread {
  /** Resolves, with sentences about what is left out of its languages, when it is loaded. */
  readonly loaded: Promise<readonly string[]>;
  readonly #name: string;
  readonly #limits: GrammarLimits;
  readonly #thread: NestedThread<ToGrammar, FromGrammar>;
  #running: PromiseWithResolvers<FromGrammar> | null = null;
  #last: Promise<unknown>;
  #end: Error | null = null;

  constructor(source: GrammarSource, makeThread: MakeGrammarThread, limits: GrammarLimits) {
    const { name: grammar, module, languages } = source;
    this.#name = grammar;
    this.#limits = limits;
    this.#thread = makeThread(grammar);
    this.#thread.onMessage((message) => this.#hear(message));
    this.#thread.onFailure((reason) => this.#over(reason));
    const { memoryBytes, startMs } = limits;
    const load: ToGrammar = { type: 'load', grammar, module, languages, memoryBytes };
    const listening = this.#await(startMs, 'it did not start', () => {});
    this.loaded = listening.then(async () => {
      const answer = await this.#ask(load, startMs);
      return answer.type === 'loaded' ? answer.problems : [];
    });
    this.#last = this.loaded.catch(() => undefined);
  }

  /** It cannot be asked any more. */
  get isOver(): boolean {
    return this.#end !== null;
  }

  /** @throws when the grammar failed, now or before, or took too long */
  highlight(request: HighlightRequest): Promise<Highlighted> {
    const size = 'whole' in request.text ? request.text.whole.length : 0;
    const ms = this.#limits.runMs * (1 + size / megabyte);
    const asked = this.#last.then(async () => {
      const answer = await this.#ask({ type: 'highlight', request }, ms);
      return answer.type === 'highlighted' ? answer.value : 'unknown-base';
    });
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  end(reason: string): void {
    this.#over(reason);
  }

  #ask(message: ToGrammar, ms: number): Promise<FromGrammar> {
    return this.#await(ms, `it ran for more than ${Math.round(ms / 100) / 10} s and was ended`, () =>
      this.#thread.post(message),
    );
  }

  async #await(ms: number, why: string, begin: () => void): Promise<FromGrammar> {
    if (this.#end) throw this.#end;
    const running = Promise.withResolvers<FromGrammar>();
    this.#running = running;
    const timer = setTimeout(() => this.#over(why), ms);
    begin();
    try {
      return await running.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(message: FromGrammar): void {
    if (message.type === 'ended') return this.#over(message.reason);
    const running = this.#running;
    this.#running = null;
    running?.resolve(message);
  }

  #over(reason: string): void {
    if (this.#end) return;
    this.#end = new Error(`its grammar “${this.#name}” stopped: ${reason}`);
    this.#thread.end();
    this.#running?.reject(this.#end);
  }
}
