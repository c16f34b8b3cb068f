import '../../../src/renderer/base/tokens.css';
import '../../../src/renderer/base/base.css';
import './page.css';
import { flushSync } from 'react-dom';
import { answerOf } from './answer.ts';
import { type Contender, contenders } from './contenders.tsx';
import type { MarkdownPage } from './page-api.ts';

const place = document.querySelector<HTMLElement>('#content') as HTMLElement;
const scroller = document.querySelector<HTMLElement>('#scroller') as HTMLElement;
/** Inline code is not among them: it becomes a link when its file is found. */
const steady = 'p, h3, h4, figure, blockquote, ul, ol, li, table, tr, td, strong, em, button, div';
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

let contender: Contender;
let chunks: readonly string[] = [];
let perFrame = 1;
let longestTask = 0;

const page: MarkdownPage = {
  async begin(name, length, chunkLength, chunksAFrame) {
    const text = answerOf(length);
    chunks = Array.from({ length: Math.ceil(length / chunkLength) }, (_, index) =>
      text.slice(index * chunkLength, (index + 1) * chunkLength),
    );
    perFrame = chunksAFrame;
    contender = await contenders[name](place);
    // It follows the end, as the panel does.
    new ResizeObserver(() => {
      scroller.scrollTop = scroller.scrollHeight;
    }).observe(place);
    await nextFrame();
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
    }).observe({ type: 'longtask' });
  },
  async feed(from, to) {
    const end = Math.round(chunks.length * to);
    for (let at = Math.round(chunks.length * from); at < end; ) {
      await nextFrame();
      for (let count = 0; count < perFrame && at < end; count++) contender.add(chunks[at++] ?? '');
    }
    await nextFrame();
    await nextFrame();
  },
  async unsteady(text) {
    contender = await contenders.ours(place);
    await nextFrame();
    const problems: string[] = [];
    let before: readonly { readonly element: Element; readonly html: string }[] = [];
    for (let end = 1; end <= text.length; end++) {
      flushSync(() => contender.add(text[end - 1] ?? ''));
      // File names are recognised a moment later.
      await new Promise((resolve) => setTimeout(resolve));
      const standing = [...place.querySelectorAll(steady)];
      for (const { element, html } of before) {
        if (!element.isConnected)
          problems.push(`replaced after ${JSON.stringify(text.slice(0, end).slice(-30))}: ${html}`);
      }
      before = standing.map((element) => ({ element, html: element.outerHTML.slice(0, 120) }));
    }
    return [...new Set(problems)];
  },
  selectedAfter(before, words, after) {
    flushSync(() => contender.add(before));
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found = { node: null as Node | null, at: 0 };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(words) ?? -1;
      if (at >= 0) Object.assign(found, { node, at });
    }
    if (!found.node) throw new Error(`${words} is not shown`);
    // From its end to its beginning, which should stay so.
    getSelection()?.setBaseAndExtent(found.node, found.at + words.length, found.node, found.at);
    for (const character of after) flushSync(() => contender.add(character));
    const isTurned = getSelection()?.focusOffset === found.at;
    return isTurned ? String(getSelection()) : '';
  },
  seen: () => ({ longestTask, height: place.getBoundingClientRect().height }),
};

Object.assign(window, { page });
