import { groupBlocks } from '../../markdown/blocks/group-blocks.ts';
import { type Links, readDefinitions } from '../../markdown/blocks/lex-block.ts';
import { type Block, splitBlocks } from '../../markdown/blocks/split-blocks.ts';
import { blockBorder, shownText } from '../../markdown/shown-text.ts';
import { cutLines } from '../cut-lines.ts';

/** A stretch of the thread that is searched by itself, and where it is drawn. */
export interface FindScope {
  /** Of the piece or the element (`data-find`) that shows it. */
  readonly id: string;
  /** The message: the piece that holds it. */
  readonly message: string;
  /** What is opened first, from the outside in (`data-fold`). */
  readonly folds: readonly string[];
  text(): string;
}

/** Where a part of an answer stands. */
export interface FindPlace {
  /** What the ids of its stretches begin with. */
  readonly scope: string;
  readonly message: string;
  readonly folds: readonly string[];
}

/** As `LongText` draws it. */
export function* plainScopes({ scope, message, folds }: FindPlace, whole: string): Generator<FindScope> {
  const stretches = cutLines(whole);
  for (const { at, text } of stretches) {
    const id = stretches.length === 1 ? scope : `${scope}/text ${at}`;
    yield { id, message, folds, text: () => text };
  }
}

/** As `Markdown` draws it. */
export function* markdownScopes({ scope, message, folds }: FindPlace, text: string): Generator<FindScope> {
  const { closed, open } = splitBlocks(text);
  const blocks: readonly Block[] = open ? [...closed, open] : closed;
  let known: Links | undefined;
  const links = () => {
    known ??= readDefinitions(blocks);
    return known;
  };
  for (const group of groupBlocks(blocks, [])) {
    const read = () => group.map((block) => shownText(block, links())).join(blockBorder);
    yield { id: `${scope}/${group[0]?.at}`, message, folds, text: read };
  }
}
