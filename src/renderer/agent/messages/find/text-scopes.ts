import { groupBlocks } from '../../markdown/blocks/group-blocks.ts';
import { type Links, readDefinitions } from '../../markdown/blocks/lex-block.ts';
import { type Block, splitBlocks } from '../../markdown/blocks/split-blocks.ts';
import { blockBorder, shownText } from '../../markdown/shown-text.ts';
import { cutLines } from '../cut-lines.ts';

/** A text of the thread that is searched separately, and where it is rendered. */
export interface FindScope {
  /** Id of the piece or the element (`data-find`) that shows it. */
  readonly id: string;
  /** Id of the message, the piece that contains it. */
  readonly message: string;
  /** Folds to open first (`data-fold`, which may have several without spaces), and pieces to draw, from the outside in. */
  readonly folds: readonly string[];
  text(): string;
}

/** The place of an answer's part in the thread. */
export interface FindPlace {
  /** Prefix of the ids of its texts. */
  readonly scope: string;
  readonly message: string;
  readonly folds: readonly string[];
}

/** The texts as `LongText` renders them. */
export function* plainScopes({ scope, message, folds }: FindPlace, whole: string): Generator<FindScope> {
  const stretches = cutLines(whole);
  for (const { at, text } of stretches) {
    const id = stretches.length === 1 ? scope : `${scope}/text ${at}`;
    yield { id, message, folds, text: () => text };
  }
}

/** The texts as `Markdown` renders them. */
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
