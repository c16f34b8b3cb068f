import type { Mention } from '../../../shared/links/mention.ts';
import { useWorkspace } from '../../app/workspace-store.ts';
import { drawMentionIcon } from './draw-mention-icon.ts';
import styles from './MentionChip.module.css';
import { describeMention } from './mention-words.ts';

/** Fills the element that stands for a mention: what it is, its label, and on hover what it names. */
export function drawChip({ label, target }: Mention, chip: HTMLElement): void {
  chip.className = styles.chip ?? '';
  chip.dataset.kind = target.kind;
  chip.title = describeMention(target, useWorkspace.getState().workspace?.path);
  const name = document.createElement('span');
  name.className = styles.label ?? '';
  name.textContent = label;
  chip.append(drawMentionIcon(target.kind), name);
}
