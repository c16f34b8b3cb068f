import { setImmediate } from 'node:timers/promises';
import { type HtmlToken, htmlTokens } from './html-tokens.ts';
import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer.ts';

export interface PageText {
  readonly title: string;
  readonly markdown: string;
  /** It was too long, and its end is left out. */
  readonly isCut: boolean;
}

/** Characters of Markdown: more than anything takes of a page. */
const longest = 400_000;
/** So many tokens are read at a time; then others have their turn. */
const tokensAtOnce = 5_000;

const blocks: ReadonlySet<string> = new Set(
  'address article aside body dd details div dl dt fieldset figcaption figure footer form header html legend main nav p section summary table tbody thead tfoot caption'.split(
    ' ',
  ),
);
const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  del: '~~',
  s: '~~',
  code: '`',
};

/** Content of a page as Markdown. @param base address that its links are relative to */
export async function htmlToMarkdown(html: string, base: string): Promise<PageText> {
  const writer = createMarkdownWriter();
  let title = '';
  let isInTitle = false;
  let read = 0;
  for (const token of htmlTokens(html)) {
    if (++read % tokensAtOnce === 0) await setImmediate();
    if (writer.length() > longest) break;
    if (token.type !== 'text' && token.name === 'title') isInTitle = token.type === 'open';
    else if (token.type === 'text' && isInTitle) title += token.text;
    else if (token.type === 'text') writer.text(token.text);
    else if (token.type === 'open') open(writer, token, base);
    else close(writer, token.name);
  }
  const markdown = writer.end();
  const shortTitle = title.replace(/\s+/g, ' ').trim().slice(0, 500);
  return { title: shortTitle, markdown: markdown.slice(0, longest), isCut: writer.length() > longest };
}

function open(writer: MarkdownWriter, token: Extract<HtmlToken, { type: 'open' }>, base: string): void {
  const { name } = token;
  const mark = marks[name];
  if (mark !== undefined) return writer.mark(mark);
  if (/^h[1-6]$/.test(name)) {
    writer.block();
    return writer.lead(`${'#'.repeat(Number(name[1]))} `);
  }
  switch (name) {
    case 'a':
      return writer.openLink(addressOf(token.attributes.get('href'), base));
    case 'img':
      return image(writer, token.attributes.get('alt'), addressOf(token.attributes.get('src'), base));
    case 'br':
      return writer.line();
    case 'hr':
      return writer.verbatim('---');
    case 'ul':
    case 'ol':
      return writer.openList(name === 'ol');
    case 'li':
      return writer.item();
    case 'blockquote':
      return writer.quote(1);
    case 'pre':
      return writer.openCode();
    case 'tr':
      return writer.row();
    case 'td':
    case 'th':
      return writer.cell();
    default:
      if (blocks.has(name)) writer.block();
  }
  if (name === 'table') writer.openTable();
}

function close(writer: MarkdownWriter, name: string): void {
  const mark = marks[name];
  if (mark !== undefined) return writer.unmark(mark);
  switch (name) {
    case 'a':
      return writer.closeLink();
    case 'ul':
    case 'ol':
      return writer.closeList();
    case 'blockquote':
      return writer.quote(-1);
    case 'pre':
      return writer.closeCode();
    case 'tr':
      return writer.endRow();
    case 'table':
      return writer.closeTable();
    default:
      if (blocks.has(name) || /^h[1-6]$/.test(name)) writer.block();
  }
}

/** Without a description it says nothing. */
function image(writer: MarkdownWriter, alt: string | undefined, address: string | null): void {
  const words = alt?.replace(/[\s[\]]+/g, ' ').trim() ?? '';
  if (words !== '') writer.text(address === null ? ` [image: ${words}] ` : ` ![${words}](${address}) `);
}

/** null: it leads nowhere that anybody could go. */
function addressOf(href: string | undefined, base: string): string | null {
  const written = href?.trim() ?? '';
  if (written === '' || written.startsWith('#') || written.length > 2048 || !URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href.replace(/[()]/g, encodeBracket) : null;
}

const encodeBracket = (bracket: string): string => (bracket === '(' ? '%28' : '%29');
