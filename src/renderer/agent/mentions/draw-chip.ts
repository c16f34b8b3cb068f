import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Mention } from '../../../shared/links/mention.ts';
import { useWorkspace } from '../../app/workspace-store.ts';
import type { MentionKind } from './format-mention.ts';
import { describeMention } from './format-mention.ts';
import styles from './MentionChip.module.css';
import { mentionIcons } from './mention-icons.ts';
import { shownName } from './mention-name.ts';

/** Fills the element that stands for a mention: what it is, its name, and on hover what it names. */
export function drawChip(mention: Mention, chip: HTMLElement): void {
  const { target } = mention;
  const root = useWorkspace.getState().workspace?.path;
  chip.className = styles.chip ?? '';
  chip.dataset.kind = target.kind;
  chip.title = describeMention(target, root);
  const name = document.createElement('span');
  name.className = styles.label ?? '';
  name.textContent = shownName(mention, root);
  chip.append(drawMentionIcon(target.kind), name);
}

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
function drawMentionIcon(kind: MentionKind): Node {
  const icon = mentionIcons[kind];
  return drawn.get(icon)?.cloneNode(true) ?? document.createTextNode('');
}
