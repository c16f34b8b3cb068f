import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { GivenGrammars } from '../../../../shared/contract/languages/given-grammars.ts';
import type { Highlighted, HighlightRequest } from '../../../../shared/contract/languages/highlight.ts';
import { type GrammarLimits, GrammarThread, type MakeGrammarThread } from './grammar-thread.ts';

const usualGrammarLimits: GrammarLimits = {
  startMs: 20_000,
  runMs: 2000,
  idleMs: 300_000,
  memoryBytes: 512 * 1024 ** 2,
};

/** A grammar that is in use. */
interface Opened {
  readonly thread: GrammarThread;
  /** Requests that are not answered yet. */
  asked: number;
  /** Ends it when nobody asks it any more. */
  idle?: ReturnType<typeof setTimeout>;
}

/** The grammars of an extension, each in a thread that is made when it is first asked for colours. */
export class ActiveGrammars {
  readonly #given: GivenGrammars;
  readonly #makeThread: MakeGrammarThread;
  readonly #limits: GrammarLimits;
  readonly #opened = new Map<string, Opened>();
  /** Grammars whose problems the log has. */
  readonly #told = new Set<string>();

  constructor(given: GivenGrammars, makeThread: MakeGrammarThread, limits: Partial<GrammarLimits> = {}) {
    this.#given = given;
    this.#makeThread = makeThread;
    this.#limits = { ...usualGrammarLimits, ...limits };
  }

  /**
   * @throws when the grammar failed, now or at any request before: it is not tried again until the extension is loaded
   * anew
   */
  async highlight(request: HighlightRequest, log: Pick<ExtensionContext['log'], 'warn'>): Promise<Highlighted> {
    const { languages } = this.#given;
    const language = Object.hasOwn(languages, request.language) ? languages[request.language] : undefined;
    if (!language) throw new Error(`There is no grammar for the language “${request.language}”`);
    const { grammar } = language;
    const opened = this.#opened.get(grammar) ?? this.#open(grammar);
    clearTimeout(opened.idle);
    opened.asked += 1;
    try {
      const problems = await opened.thread.loaded;
      if (!this.#told.has(grammar)) for (const problem of problems) log.warn(problem);
      this.#told.add(grammar);
      return await opened.thread.highlight(request);
    } finally {
      opened.asked -= 1;
      if (opened.asked === 0) this.#rest(grammar, opened);
    }
  }

  end(): void {
    for (const { thread, idle } of this.#opened.values()) {
      clearTimeout(idle);
      thread.end('its extension has ended');
    }
  }

  #open(grammar: string): Opened {
    const { modules, languages } = this.#given;
    const module = modules[grammar];
    if (!module) throw new Error(`There is no grammar “${grammar}”`);
    const its = Object.entries(languages).filter(([, language]) => language.grammar === grammar);
    const source = { name: grammar, module, languages: Object.fromEntries(its) };
    const opened: Opened = { thread: new GrammarThread(source, this.#makeThread, this.#limits), asked: 0 };
    this.#opened.set(grammar, opened);
    return opened;
  }

  /** A thread that has failed stays, as its failure is the answer from then on. */
  #rest(grammar: string, opened: Opened): void {
    if (opened.thread.isOver) return;
    opened.idle = setTimeout(() => {
      this.#opened.delete(grammar);
      opened.thread.end('nobody has asked it for a while');
    }, this.#limits.idleMs);
  }
}
