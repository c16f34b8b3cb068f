import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import type { ContributedCommand } from '../../../shared/contract/command.ts';
import { keyAt, requestCommand } from '../../base/commands/commands.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { useOverlay } from '../../base/overlay-store.ts';
import { baseName, parentPath, relativePath } from '../../base/paths.ts';
import type { Choice } from '../../base/picker/choice.ts';
import { rank } from '../../base/picker/score.ts';
import { useDocuments } from '../../editor/documents/documents-store.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { focusEditor, revealPlace } from '../../editor/sessions.ts';
import { runContributedCommand } from '../../extensions/run-contributed-command.ts';
import { isPossible } from '../commands/possible-commands.ts';
import type { PickerQuery } from './query.ts';

const shownAtMost = 50;

export function choicesFor(query: PickerQuery, files: readonly string[], root: string | undefined): Choice[] {
  switch (query.kind) {
    case 'commands':
      return commandChoices(query.name);
    case 'place':
      return placeChoices(query.place);
    case 'files':
      return fileChoices(query, files, root);
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

function fileChoices(
  { name, place }: Extract<PickerQuery, { kind: 'files' }>,
  files: readonly string[],
  root: string | undefined,
): Choice[] {
  const { tabs, active } = useDocuments.getState();
  // Open files come first, the previously active one at the top: it is the likeliest.
  const open = tabs.map(({ path }) => path).filter((path) => path !== active);
  const all = [...new Set([...open, ...files, ...(active === null ? [] : [active])])];
  return rank(all, (path) => relativePath(root, path), name, shownAtMost).map(({ item, match }) => {
    const shown = relativePath(root, item);
    const label = baseName(item);
    const offset = shown.length - label.length;
    const directory = parentPath(shown);
    return {
      id: item,
      path: item,
      label,
      matched: match.positions.map((position) => position - offset).filter((position) => position >= 0),
      detail: directory === '' ? undefined : directory,
      choose: () => void openDocument(item, place),
    };
  });
}
