import { createElement, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Mention, MentionTarget } from '../../../shared/links/mention.ts';
import { FileKindIcon } from '../../base/file-icon/FileIcon.tsx';
import { fileKindOf, fileKinds } from '../../base/file-icon/file-kind.ts';
import { baseName } from '../../base/paths.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { describeMention } from './format-mention.ts';
import styles from './MentionChip.module.css';
import { mentionIcons } from './MentionIcon.tsx';
import { shownName } from './mention-name.ts';

/** Fills the element of a mention with its icon and name, and sets its tooltip. */
export function drawChip(mention: Mention, chip: HTMLElement): void {
  const { target } = mention;
  const root = useWorkspace.getState().workspace?.path;
  chip.className = styles.chip ?? '';
  chip.dataset.kind = target.kind;
  chip.title = describeMention(target, root);
  const name = document.createElement('span');
  name.className = styles.label ?? '';
  name.textContent = shownName(mention, root);
  chip.append(drawMentionIcon(target), name);
}

const look = { size: 12, 'aria-hidden': true };

/** The icons as DOM elements, for use outside React: of mentions by kind, of files by kind of file. */
const drawn = new Map([
  ...Object.entries(mentionIcons).map(([kind, icon]) => [kind, draw(createElement(icon, look))] as const),
  ...fileKinds.map((kind) => [kind, draw(createElement(FileKindIcon, { kind, ...look }))] as const),
]);

function draw(icon: ReactElement): Node {
  const box = document.createElement('span');
  const root = createRoot(box);
  flushSync(() => root.render(icon));
  const element = box.firstChild?.cloneNode(true);
  root.unmount();
  return element ?? document.createTextNode('');
}

/** @returns a new element */
function drawMentionIcon(target: MentionTarget): Node {
  const kind = target.kind === 'file' ? fileKindOf(baseName(target.path)) : target.kind;
  return drawn.get(kind)?.cloneNode(true) ?? document.createTextNode('');
}
