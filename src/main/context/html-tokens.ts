/** What a page consists of, in order. Names are in lower case. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; attribute(name: string): string | undefined }
  | { readonly type: 'close'; readonly name: string };

/** What stands inside is no text of the page. */
const unread: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object canvas audio video select datalist textarea'.split(' '),
);
const tagStart = /<(\/?)([A-Za-z][A-Za-z0-9:-]*)/y;

/**
 * Reads HTML as it comes, in time that grows with its length only, whatever it holds: it builds no tree, so that a page
 * cannot make it one that is deep or wrong. What is not closed goes on to the end.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const lowered = html.toLowerCase();
  // A few letters are longer in lower case; then a page whose tags are in upper case is read to their next end.
  const lower = lowered.length === html.length ? lowered : html;
  const endOfTag = tagEnds(html);
  let at = 0;
  while (at < html.length) {
    const from = html.indexOf('<', at);
    if (from < 0) break;
    tagStart.lastIndex = from;
    const [start = '', slash, tag = ''] = tagStart.exec(html) ?? [];
    const isHidden = /[!?/]/.test(html[from + 1] ?? '');
    if (start === '' && !isHidden) {
      // A "<" that begins nothing is text, with what stands before it.
      yield { type: 'text', text: decodeEntities(html.slice(at, from + 1)) };
      at = from + 1;
      continue;
    }
    if (from > at) yield { type: 'text', text: decodeEntities(html.slice(at, from)) };
    if (start === '') {
      const isComment = html.startsWith('<!--', from);
      at = after(html, isComment ? '-->' : '>', from + 2);
      continue;
    }
    const name = tag.toLowerCase();
    const end = endOfTag(from + start.length);
    at = end + 1;
    if (slash === '/') {
      yield { type: 'close', name };
      continue;
    }
    const inside = html.slice(from + start.length, end);
    if (unread.has(name)) {
      if (!inside.endsWith('/')) at = after(html, '>', after(lower, `</${name}`, at) - 1);
      continue;
    }
    yield { type: 'open', name, attribute: (wanted) => attributeOf(inside, wanted) };
  }
  if (at < html.length) yield { type: 'text', text: decodeEntities(html.slice(at)) };
}

/** Where what is looked for has ended, else the end of all. */
function after(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? text.length : found + wanted.length;
}

/** Finds the ">" of a tag, those in quotes left out; a quote that nothing closes is none. */
function tagEnds(html: string): (from: number) => number {
  const lastOf = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") };
  return (from) => {
    let at = from;
    while (at < html.length && html[at] !== '>') {
      const quote = html[at];
      const isQuote = (quote === '"' || quote === "'") && html[at - 1] === '=' && at < lastOf[quote];
      at = isQuote ? html.indexOf(quote, at + 1) + 1 : at + 1;
    }
    return at;
  };
}

/** Only asked for the few tags whose attributes count. */
function attributeOf(inside: string, wanted: string): string | undefined {
  for (const [, name = '', value = ''] of inside.slice(0, 4000).matchAll(/([^\s=/"']+)=("[^"]*"|'[^']*'|[^\s"']+)/g)) {
    if (name.toLowerCase() === wanted) return decodeEntities(value.replace(/^(["'])(.*)\1$/s, '$2'));
  }
  return undefined;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '\u200D',
  ...pairs(
    'copy© reg® trade™ hellip… mdash— ndash– lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ laquo« raquo» bull• middot·',
  ),
  ...pairs('times× divide÷ deg° plusmn± micro\u00b5 para¶ sect§ euro€ pound£ yen¥ cent¢ larr← uarr↑ rarr→ darr↓ harr↔'),
  ...pairs(
    'auml\u00e4 ouml\u00f6 uuml\u00fc Auml\u00c4 Ouml\u00d6 Uuml\u00dc szlig\u00df agrave\u00e0 aacute\u00e1 acirc\u00e2 atilde\u00e3 aring\u00e5 aelig\u00e6 ccedil\u00e7',
  ),
  ...pairs(
    'egrave\u00e8 eacute\u00e9 ecirc\u00ea euml\u00eb iacute\u00ed icirc\u00ee iuml\u00ef ntilde\u00f1 oacute\u00f3 ocirc\u00f4 otilde\u00f5 oslash\u00f8 uacute\u00fa ucirc\u00fb',
  ),
  ...pairs(
    'Eacute\u00c9 Agrave\u00c0 Ccedil\u00c7 Ntilde\u00d1 Oslash\u00d8 Aring\u00c5 le≤ ge≥ ne≠ infin∞ check✓ minus− asymp≈ alpha\u03b1 beta\u03b2 pi\u03c0',
  ),
};

/** The last character of each word is what the rest of it names. */
function pairs(words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word.slice(0, -1), word.slice(-1)]));
}

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));?/g, entity) : text;

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : '';
}
