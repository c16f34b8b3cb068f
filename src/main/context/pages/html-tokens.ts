import { Tokenizer } from 'htmlparser2';

/** Tokens of a page, in order. Names are in lower case. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string };

/** Elements whose content is no text of the page. */
const unread: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object canvas audio video select datalist textarea'.split(' '),
);
/** Within these, names mean something else: a title there is not the page's. */
const foreign: ReadonlySet<string> = new Set(['svg', 'math']);
const softHyphen = 0xad;
/** So many characters are read at a time, and what they say is held. */
const charactersAtOnce = 16_384;

/**
 * Reads HTML as it comes, in time that grows with its length only, whatever it holds: it builds no tree, so that a page
 * cannot make it one that is deep or wrong. What is not closed goes on to the end.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const tokens: HtmlToken[] = [];
  let text = '';
  /** The element that is passed over. */
  let passed: string | null = null;
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const nameIn = (from: number, to: number) => html.slice(from, to).toLowerCase();
  function add(token: HtmlToken): void {
    endText();
    tokens.push(token);
  }
  function endText(): void {
    if (text !== '') tokens.push({ type: 'text', text });
    text = '';
  }
  function open(isClosed: boolean): void {
    if (passed !== null) return;
    if (!unread.has(name)) add({ type: 'open', name, attributes });
    else if (!isClosed) passed = name;
  }
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    {},
    {
      isInForeignContext: () => passed !== null && foreign.has(passed),
      ontext(from, to) {
        if (passed === null) text += html.slice(from, to);
      },
      ontextentity(point) {
        if (passed === null && point !== softHyphen) text += String.fromCodePoint(point);
      },
      onopentagname(from, to) {
        name = nameIn(from, to);
        attributes = new Map();
      },
      onattribname(from, to) {
        attribute = nameIn(from, to);
        value = '';
      },
      onattribdata(from, to) {
        value += html.slice(from, to);
      },
      onattribentity(point) {
        value += String.fromCodePoint(point);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag(from, to) {
        const closed = nameIn(from, to);
        if (passed === null) add({ type: 'close', name: closed });
        else if (passed === closed) passed = null;
      },
      oncomment: nothing,
      oncdata: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  for (let at = 0; at < html.length; at += charactersAtOnce) {
    tokenizer.write(html.slice(at, at + charactersAtOnce));
    yield* tokens.splice(0);
  }
  tokenizer.end();
  endText();
  yield* tokens;
}
