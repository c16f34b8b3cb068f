import { baseName, isBelow, pathBelow, relativePath, separatorIn, shownParent } from '../../base/paths.ts';
import type { Choice } from '../../base/picker/choice.ts';
import { rank } from '../../base/picker/score.ts';
import type { WorkspaceFiles } from '../../base/workspace/workspace-files.ts';
import { activePath, useDocuments } from '../../editor/documents/documents-store.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { recentFiles } from '../../editor/documents/recent-files.ts';
import type { PickerQuery } from './query.ts';

const shownAtMost = 50;
/** Added to the score of a file that is open or was: it wins over others that match about as well. */
const bonus = 20;

/** The files of a name; without one those that were open last come first. @param list null: they are not listed yet */
export function fileChoices(
  { name, place }: Extract<PickerQuery, { kind: 'files' }>,
  list: WorkspaceFiles | null,
  root: string | undefined,
): Choice[] {
  const near = nearPaths(list, root);
  const shownPath = (path: string) => relativePath(root, path);
  const likely = rank(near, shownPath, name, shownAtMost).map(({ item, match }) => ({
    path: item,
    match: { ...match, score: match.score + (name === '' ? 0 : bonus) },
  }));
  const others = (list?.files.rank(name, shownAtMost + near.length) ?? []).map(({ item, match }) => ({
    path: root === undefined ? item : pathBelow(root, item),
    match,
  }));
  const taken = new Set<string>();
  return [...likely, ...others]
    .sort((one, other) => other.match.score - one.match.score)
    .filter(({ path }) => !taken.has(path) && taken.add(path))
    .slice(0, shownAtMost)
    .map(({ path, match }) => {
      const shown = shownPath(path);
      const label = baseName(path);
      const offset = shown.length - label.length;
      const directory = shownParent(shown, path);
      return {
        id: path,
        path,
        label,
        matched: match.positions.map((position) => position - offset).filter((position) => position >= 0),
        detail: directory === '' ? undefined : directory,
        choose: () => void openDocument(path, place),
      };
    });
}

/** Files that were in front or are open, the last one first. The one in front comes last, as one is there already. */
function nearPaths(list: WorkspaceFiles | null, root: string | undefined): string[] {
  const { tabs } = useDocuments.getState();
  const active = activePath();
  const open = tabs.map(({ path }) => path);
  const isThere = (path: string) =>
    open.includes(path) ||
    (root !== undefined &&
      isBelow(root, path) &&
      (list === null || list.paths.has(relativePath(root, path).split(separatorIn(root)).join('/'))));
  const recent = recentFiles().filter((path) => path !== active && isThere(path));
  const others = open.filter((path) => path !== active && !recent.includes(path));
  return [...recent, ...others, ...(active === null ? [] : [active])];
}
