import type { Highlighted, HighlightRequest } from '../../../../../shared/contract/languages/highlight.ts';
import type { FromGrammar, ToGrammar } from '../grammar-messages.ts';
import { ColourQuery } from './colour-query.ts';
import { flatSpans } from './flat-spans.ts';
import { ParsedTexts } from './parsed-texts.ts';
import { loadGrammar } from './tree-sitter.ts';

/** The host's end of the thread's port. */
export interface HostPort {
  post(message: FromGrammar): void;
  listen(hear: (message: ToGrammar) => void): void;
}

/**
 * Serves a host from the thread of one grammar.
 * @param engine the WebAssembly of web-tree-sitter
 */
export function serveGrammar(port: HostPort, engine: Uint8Array): void {
  let colours: Colours | undefined;
  const answer = async (message: ToGrammar): Promise<FromGrammar> => {
    if (message.type === 'load') {
      const loaded = await Colours.load(engine, message);
      colours = loaded.colours;
      return { type: 'loaded', problems: loaded.problems };
    }
    if (!colours) throw new Error('it is not loaded yet');
    return { type: 'highlighted', value: colours.of(message.request) };
  };
  port.listen(async (message) => {
    try {
      port.post(await answer(message));
    } catch (thrown) {
      port.post({ type: 'ended', reason: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  });
  port.post({ type: 'listening' });
}

/** The colours of texts in the languages of one grammar. */
class Colours {
  readonly #texts: ParsedTexts;
  readonly #queries: ReadonlyMap<string, ColourQuery>;

  private constructor(texts: ParsedTexts, queries: ReadonlyMap<string, ColourQuery>) {
    this.#texts = texts;
    this.#queries = queries;
  }

  static async load(
    engine: Uint8Array,
    { module, languages, memoryBytes }: Extract<ToGrammar, { type: 'load' }>,
  ): Promise<{ colours: Colours; problems: string[] }> {
    const { parser, language } = await loadGrammar(engine, module, memoryBytes);
    const queries = new Map(
      Object.entries(languages).map(([folder, { highlights }]) => {
        return [folder, new ColourQuery(language, highlights, `languages/${folder}/highlights.scm`)];
      }),
    );
    const problems = [...queries.values()].flatMap((query) => query.problems);
    return { colours: new Colours(new ParsedTexts(parser), queries), problems };
  }

  of(request: HighlightRequest): Highlighted {
    const query = this.#queries.get(request.language);
    if (!query) throw new Error(`there is no language “${request.language}” of it`);
    const tree = this.#texts.treeOf(request);
    if (!tree) return 'unknown-base';
    const { from, to } = request;
    return flatSpans(query.coloured(tree, from, to), from, to);
  }
}
