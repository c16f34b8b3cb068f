import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { MentionKind } from './format-mention.ts';
import { mentionIcons } from './mention-icons.ts';

/** The icons as elements, for what React does not draw. */
const drawn = new Map<LucideIcon, Element>();
for (const icon of Object.values(mentionIcons)) {
  const box = document.createElement('span');
  const root = createRoot(box);
  flushSync(() => root.render(createElement(icon, { size: 12, 'aria-hidden': true })));
  if (box.firstElementChild) drawn.set(icon, box.firstElementChild.cloneNode(true) as Element);
  root.unmount();
}

/** @returns an element of its own */
export function drawMentionIcon(kind: MentionKind): Node {
  const icon = mentionIcons[kind];
  return drawn.get(icon)?.cloneNode(true) ?? document.createTextNode('');
}
