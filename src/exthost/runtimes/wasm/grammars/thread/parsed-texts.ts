import type { Parser, Tree } from 'web-tree-sitter';
import type { HighlightRequest } from '../../../../../shared/contract/languages/highlight.ts';
import { maxHighlightedLength } from '../../../../../shared/contract/languages/highlight-limits.ts';
import { edited } from './edited-text.ts';

interface ParsedText {
  readonly version: number;
  readonly text: string;
  readonly tree: Tree;
}

/** Texts that are kept with their trees: a tree takes about forty times the space of its text. */
const mostTexts = 16;
const mostLength = 2 * maxHighlightedLength;

/** The texts of a grammar, with their trees. Those that were not asked for the longest time are forgotten. */
export class ParsedTexts {
  readonly #parser: Parser;
  /** The latest last. */
  readonly #texts = new Map<string, ParsedText>();

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** @returns the tree of a text as it is now; null: what its changes are based on is not known */
  treeOf({ document, version, text }: Pick<HighlightRequest, 'document' | 'version' | 'text'>): Tree | null {
    const before = this.#texts.get(document);
    if ('whole' in text) {
      this.#forget(document);
      return this.#keep(document, version, text.whole, this.#parse(text.whole));
    }
    if (before?.version !== text.base) return null;
    const after = edited(before.text, before.tree, text.changes);
    if (after === null) {
      this.#forget(document);
      return null;
    }
    const tree = text.changes.length > 0 ? this.#parse(after, before.tree) : before.tree;
    if (tree !== before.tree) this.#forget(document);
    return this.#keep(document, version, after, tree);
  }

  #parse(text: string, before: Tree | null = null): Tree {
    const tree = this.#parser.parse(text, before);
    if (!tree) throw new Error('it parsed nothing');
    return tree;
  }

  #keep(document: string, version: number, text: string, tree: Tree): Tree {
    this.#texts.delete(document);
    this.#texts.set(document, { version, text, tree });
    const lengthOfAll = () => [...this.#texts.values()].reduce((sum, one) => sum + one.text.length, 0);
    for (const oldest of this.#texts.keys()) {
      if (oldest === document || (this.#texts.size <= mostTexts && lengthOfAll() <= mostLength)) break;
      this.#forget(oldest);
    }
    return tree;
  }

  #forget(document: string): void {
    this.#texts.get(document)?.tree.delete();
    this.#texts.delete(document);
  }
}
