import { blockBorder } from '../../markdown/shown-text.ts';
import { foldText, occurrencesIn, unfold } from './fold-text.ts';

const blocks = 'p, li, td, th, pre, h3, h4, h5, h6, blockquote, div, summary, figure';
/** Not searched here: the head of code, and elements that are searched separately. */
const others = 'figcaption, button:not([role="link"]):not([data-find]), [data-piece], [data-find], [data-unsearched]';

/** Matches of a query in an element, as ranges of its text nodes. Changes nothing. */
export function matchRanges(element: Element, query: string): StaticRange[] {
  const needle = foldText(query).text;
  if (needle === '') return [];
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(others) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) text += ' ';
    if (!(node instanceof Text)) continue;
    const present = node.parentElement?.closest(blocks) ?? null;
    if (present !== block && text !== '') text += blockBorder;
    block = present;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const folded = foldText(text);
  return occurrencesIn(folded.text, needle).flatMap((at) => {
    const { from, to } = unfold(folded, at, at + needle.length);
    const [start, end] = [placeOf(nodes, from), placeOf(nodes, to - 1)];
    if (!start || !end) return [];
    const [startContainer, startOffset, endContainer, endOffset] = [start.node, start.offset, end.node, end.offset + 1];
    return [new StaticRange({ startContainer, startOffset, endContainer, endOffset })];
  });
}

function placeOf(nodes: readonly { readonly node: Text; readonly from: number }[], at: number) {
  let [from, to] = [0, nodes.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((nodes[middle]?.from ?? 0) <= at) from = middle;
    else to = middle - 1;
  }
  const found = nodes[from];
  return found && { node: found.node, offset: Math.min(at - found.from, found.node.length) };
}
