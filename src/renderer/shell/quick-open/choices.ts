import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import type { ContributedCommand } from '../../../shared/contract/command.ts';
import { keyAt, requestCommand } from '../../base/commands/commands.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { useOverlay } from '../../base/overlay-store.ts';
import { baseName, isBelow, parentPath, pathBelow, relativePath } from '../../base/paths.ts';
import type { Choice } from '../../base/picker/choice.ts';
import { rank } from '../../base/picker/score.ts';
import type { WorkspaceFiles } from '../../base/workspace/workspace-files.ts';
import { useDocuments } from '../../editor/documents/documents-store.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { recentFiles } from '../../editor/documents/recent-files.ts';
import { symbolsOf } from '../../editor/navigation/open-symbols.ts';
import { focusEditor, revealPlace, shownDocument } from '../../editor/sessions.ts';
import { runContributedCommand } from '../../extensions/run-contributed-command.ts';
import { isPossible } from '../commands/possible-commands.ts';
import type { PickerQuery } from './query.ts';

const shownAtMost = 50;
const maxSymbols = 500;

/** @param list null: the files are not listed yet */
export function choicesFor(query: PickerQuery, list: WorkspaceFiles | null, root: string | undefined): Choice[] {
  switch (query.kind) {
    case 'commands':
      return commandChoices(query.name);
    case 'place':
      return placeChoices(query.place);
    case 'symbols':
      return symbolChoices(query.name);
    case 'files':
      return fileChoices(query, list, root);
  }
}

/** The app's own commands and those of extensions, which name their extension. */
function commandChoices(name: string): Choice[] {
  const { cameFrom } = useOverlay.getState();
  const own = appCommands.filter(isPossible);
  const all: readonly (AppCommand | ContributedCommand)[] = [...own, ...useContributions.getState().commands];
  return rank(all, titleOf, name, shownAtMost).map(({ item, match }) => {
    const shown = { label: titleOf(item), matched: match.positions };
    if (typeof item === 'string') {
      return { ...shown, id: item, key: keyAt(item, cameFrom), choose: () => requestCommand(item) };
    }
    return {
      ...shown,
      id: `${item.extensionId}/${item.id}`,
      detail: item.extensionName,
      choose: () => void runContributedCommand(item),
    };
  });
}

const titleOf = (command: AppCommand | ContributedCommand): string =>
  typeof command === 'string' ? commandTable[command].title : command.title;

function placeChoices(place: Extract<PickerQuery, { kind: 'place' }>['place']): Choice[] {
  const { active } = useDocuments.getState();
  if (place === null || active === null) return [];
  const { line, column } = place;
  const label = column === undefined ? `Go to line ${line}` : `Go to line ${line}, column ${column}`;
  const choose = () => {
    revealPlace(active, place);
    focusEditor();
  };
  return [{ id: 'place', label, matched: [], detail: baseName(active), choose }];
}

/** Declarations in the document in front, in the order of the text while nothing is typed. */
function symbolChoices(name: string): Choice[] {
  const shown = shownDocument();
  if (!shown) return [];
  const { path, state } = shown;
  return rank(symbolsOf(state), (symbol) => symbol.name, name, maxSymbols).map(({ item: symbol, match }) => ({
    id: `${symbol.line}:${symbol.name}`,
    label: symbol.name,
    matched: match.positions,
    detail: `line ${symbol.line}`,
    choose: () => {
      revealPlace(path, { line: symbol.line });
      focusEditor();
    },
  }));
}

/** Added to the score of a file that is open or was: it wins over others that match about as well. */
const bonus = 20;

function fileChoices(
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
      const directory = parentPath(shown);
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
  const { tabs, active } = useDocuments.getState();
  const open = tabs.map(({ path }) => path);
  const isThere = (path: string) =>
    open.includes(path) ||
    (root !== undefined &&
      isBelow(root, path) &&
      (list === null || list.paths.has(relativePath(root, path).replaceAll('\\', '/'))));
  const recent = recentFiles().filter((path) => path !== active && isThere(path));
  const others = open.filter((path) => path !== active && !recent.includes(path));
  return [...recent, ...others, ...(active === null ? [] : [active])];
}
