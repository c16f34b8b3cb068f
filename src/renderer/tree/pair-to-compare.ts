import { parentPath, visibleBaseName } from '../base/paths.ts';
import { activePath } from '../editor/documents/documents-store.ts';
import { commandTargets, useTreeFocus } from './tree-focus.ts';
import { useTree } from './tree-store.ts';

export interface Pair {
  readonly original: string;
  /** The one whose text shows the differences. */
  readonly changed: string;
  /** As an item of a menu. */
  readonly label: string;
}

/** The two selected files; or the selected one, as the original of the document in front. */
export function pairToCompare(): Pair | null {
  const [one, two, ...others] = commandTargets();
  if (one === undefined || others.length > 0 || !isFile(one)) return null;
  if (two !== undefined) {
    const { active } = useTreeFocus.getState();
    const pair = active === one ? { original: two, changed: one } : { original: one, changed: two };
    return isFile(two) ? { ...pair, label: 'Compare Selected' } : null;
  }
  const front = activePath();
  if (front === null || front === one) return null;
  return { original: one, changed: front, label: `Compare with ${visibleBaseName(front)}` };
}

const isFile = (path: string): boolean =>
  useTree
    .getState()
    .listings.get(parentPath(path))
    ?.find((entry) => entry.path === path)?.kind === 'file';
