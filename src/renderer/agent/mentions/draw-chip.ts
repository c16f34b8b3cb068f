import type { Mention } from '../../../shared/links/mention.ts';
import { useWorkspace } from '../../app/workspace-store.ts';
import { drawMentionIcon } from './draw-mention-icon.ts';
import { describeMention } from './format-mention.ts';
import styles from './MentionChip.module.css';
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
