import type { GivenLanguage } from '../../../../shared/contract/languages/given-grammars.ts';
import type { Highlighted, HighlightRequest } from '../../../../shared/contract/languages/highlight.ts';

/** What a host and the thread of a grammar say to each other. The thread does one thing at a time, and answers each. */

export type ToGrammar =
  | {
      readonly type: 'load';
      /** As its module exports it: `tree_sitter_` and this. */
      readonly grammar: string;
      readonly module: Uint8Array;
      /** The languages of it, by their folders. */
      readonly languages: Readonly<Record<string, GivenLanguage>>;
      /** The most of its memory, with that of the parser. */
      readonly memoryBytes: number;
    }
  | { readonly type: 'highlight'; readonly request: HighlightRequest };

export type FromGrammar =
  /** It listens; what was sent before is lost. */
  | { readonly type: 'listening' }
  /** @property problems what is left out of each language, in sentences */
  | { readonly type: 'loaded'; readonly problems: readonly string[] }
  | { readonly type: 'highlighted'; readonly value: Highlighted }
  /** It cannot be used any more. */
  | { readonly type: 'ended'; readonly reason: string };
