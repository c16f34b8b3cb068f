import { type Token, walkTokens } from 'marked';
import { lexBlock } from '../../agent/markdown/blocks/lex-block.ts';
import { splitBlocks } from '../../agent/markdown/blocks/split-blocks.ts';
import { decodeEntities } from '../../agent/markdown/decode-entities.ts';
import { frontMatterLength } from './front-matter.ts';

export interface Heading {
  /** Its name in links, as on GitHub. */
  readonly slug: string;
  /** From 1. */
  readonly line: number;
}

/** The headings of a Markdown text, in the order in which they are shown. */
export function headingsOf(text: string): readonly Heading[] {
  const start = frontMatterLength(text);
  const { closed, open } = splitBlocks(text.slice(start));
  const slugOf = slugs();
  const found: Heading[] = [];
  let line = 1;
  let counted = 0;
  for (const block of open ? [...closed, open] : closed) {
    if (block.kind === 'code') continue;
    let at = start + block.at;
    for (const token of lexBlock(block.source) ?? []) {
      const end = at + token.raw.length;
      for (const { title, raw } of headingsIn(token)) {
        // One in a list or a quote has the marks of that before it.
        at = Math.max(at, text.indexOf(raw, at));
        for (; counted < at; counted++) if (text[counted] === '\n') line++;
        found.push({ slug: slugOf(title), line });
        at += raw.length;
      }
      at = end;
    }
  }
  return found;
}

/** @returns the title and the first line of each heading in a token */
function headingsIn(within: Token): readonly { readonly title: string; readonly raw: string }[] {
  const found: { title: string; raw: string }[] = [];
  walkTokens([within], (token) => {
    if (token.type !== 'heading') return;
    const [raw = ''] = token.raw.split('\n', 1);
    found.push({ title: titleOf(token.tokens ?? []), raw });
  });
  return found;
}

/** The words that are read: of a link its text, of an image none. */
const titleOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'image' || token.type === 'html') return '';
      if ('tokens' in token && token.tokens) return titleOf(token.tokens);
      if (token.type === 'text') return decodeEntities(token.text);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');

/** Names headings by the rules of GitHub; one that is repeated gets a number. */
function slugs(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const name = title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let slug = name;
    for (let count = taken.get(name) ?? 0; taken.has(slug); ) {
      count += 1;
      taken.set(name, count);
      slug = `${name}-${count}`;
    }
    taken.set(slug, 0);
    return slug;
  };
}
