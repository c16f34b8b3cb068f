import { imageIdOf } from '../../../shared/content/agent-images.ts';
import { type Links, lexBlock, type MarkedToken } from './blocks/lex-block.ts';
import type { Block } from './blocks/split-blocks.ts';
import { decodeEntities } from './decode-entities.ts';

/** Separates blocks, so that no match of a search spans two. */
export const blockBorder = '\0';

/** The visible text of a block, without marks and addresses. @param links the definitions of its answer */
export function shownText(block: Block, links: Links): string {
  if (block.kind === 'code') return block.code;
  const tokens = lexBlock(block.source, links);
  return tokens === null ? block.source.trim() : textOf(tokens);
}

const textOf = (tokens: readonly MarkedToken[] | undefined): string => (tokens ?? []).map(textOfToken).join('');

function textOfToken(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
    case 'hr':
      return '';
    case 'text':
      return token.tokens ? textOf(token.tokens as MarkedToken[]) : decodeEntities(token.text);
    case 'escape':
    case 'codespan':
      return token.text;
    case 'code':
      return `${blockBorder}${token.text}${blockBorder}`;
    case 'br':
      return ' ';
    case 'html':
      return token.block ? `${token.raw.trim()}${blockBorder}` : token.raw;
    case 'image':
      if (imageIdOf(token.href) !== null) return '';
      return `image: ${decodeEntities(token.text) || 'no description'} (${decodeEntities(token.href)})`;
    case 'list':
      return blockBorder + token.items.map((item) => textOf(item.tokens as MarkedToken[]) + blockBorder).join('');
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map((cell) => textOf(cell.tokens as MarkedToken[]) + blockBorder)
        .join('');
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return textOf(token.tokens as MarkedToken[]);
    default:
      return `${blockBorder}${textOf((token as { tokens?: MarkedToken[] }).tokens)}${blockBorder}`;
  }
}
