import type { LinkPosition } from '../../../shared/links/link-target.ts';
import { type Mention, type MentionTarget, plainLabel } from '../../../shared/links/mention.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { baseName, relativePath } from '../../base/paths.ts';
import { pageLabel } from './page-mentions.ts';

/** Characters shown of a long path, to fit a narrow panel: most of them from its end, which tells most. */
const shown = { from: 12, to: 27 };
const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(path);

/** Whether a target is a file or folder in the open one, judged by its path alone. */
export function isInFolder(target: MentionTarget, root: string | undefined): boolean {
  if (!('path' in target) || target.path.split(/[/\\]/).includes('..')) return false;
  return !isAbsolute(target.path) || (relativePath(root, target.path) !== target.path && root !== undefined);
}

/**
 * The name shown for a mention: its label if that is the true name of its target in the open folder, else the path or
 * address. Whoever wrote the text of a mention wrote the label, too, so that it cannot be trusted.
 */
export function shownName({ label, target }: Pick<Mention, 'label' | 'target'>, root: string | undefined): string {
  switch (target.kind) {
    case 'tabs':
      return 'Open tabs';
    case 'diagnostics':
      return 'Diagnostics';
    case 'thread':
      return visibleName(label);
    case 'web':
      return visibleName(pageLabel(target.url));
    default:
      return isInFolder(target, root) && namesOf(target).includes(label) ? visibleName(label) : pathOf(target, root);
  }
}

type InFiles = Extract<MentionTarget, { path: string }>;

/** The names that the app itself would use. */
function namesOf(target: InFiles): string[] {
  const name = target.kind === 'symbol' ? target.name : baseName(target.path);
  const end = target.kind === 'directory' ? '/' : linesOf(target);
  return [name, name + end].map(plainLabel);
}

function pathOf(target: InFiles, root: string | undefined): string {
  const path = relativePath(root, target.path) || target.path;
  const isLong = path.length > shown.from + shown.to + 1;
  const short = isLong ? `${path.slice(0, shown.from)}…${path.slice(-shown.to)}` : path;
  return visibleName(target.kind === 'symbol' ? `${target.name} in ${short}` : short + linesOf(target));
}

function linesOf(target: InFiles): string {
  if (target.kind === 'directory') return '';
  const { line, column, endLine }: LinkPosition = target;
  if (line === undefined) return '';
  if (endLine !== undefined && endLine !== line) return ` (${line}-${endLine})`;
  return column === undefined ? ` (${line})` : ` (${line}:${column})`;
}
