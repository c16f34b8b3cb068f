import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import type { ContributedCommand } from '../../../shared/contract/command.ts';
import { contributedName } from '../../../shared/keys/keymap.ts';
import { keyAt, requestCommand } from '../../base/commands/commands.ts';
import { useOverlay } from '../../base/overlay-store.ts';
import { baseName } from '../../base/paths.ts';
import type { Choice } from '../../base/picker/choice.ts';
import { rank } from '../../base/picker/score.ts';
import type { WorkspaceFiles } from '../../base/workspace/workspace-files.ts';
import { activePath } from '../../editor/documents/documents-store.ts';
import { isLarge } from '../../editor/large-text.ts';
import { symbolsOf } from '../../editor/navigation/open-symbols.ts';
import { focusEditor, revealPlace, shownDocument } from '../../editor/panes/pane-views.ts';
import { runContributedCommand } from '../../extensions/run-contributed-command.ts';
import { isPossible } from '../commands/possible-commands.ts';
import { fileChoices } from './file-choices.ts';
import type { PickerQuery } from './query.ts';

const maxCommands = 50;
const maxSymbols = 500;

/** @param list null: the files are not listed yet @param contributed of extensions, which may come later too */
export function choicesFor(
  query: PickerQuery,
  list: WorkspaceFiles | null,
  root: string | undefined,
  contributed: readonly ContributedCommand[],
): Choice[] {
  switch (query.kind) {
    case 'commands':
      return commandChoices(query.name, contributed);
    case 'place':
      return placeChoices(query.place);
    case 'symbols':
      return symbolChoices(query.name);
    case 'files':
      return fileChoices(query, list, root);
  }
}

/** The app's own commands and those of extensions, which name their extension. */
function commandChoices(name: string, contributed: readonly ContributedCommand[]): Choice[] {
  const { cameFrom } = useOverlay.getState();
  const own = appCommands.filter(isPossible);
  const all: readonly (AppCommand | ContributedCommand)[] = [...own, ...contributed];
  return rank(all, titleOf, name, maxCommands).map(({ item, match }) => {
    const shown = { label: titleOf(item), matched: match.positions };
    if (typeof item === 'string') {
      return { ...shown, id: item, key: keyAt(item, cameFrom), choose: () => requestCommand(item) };
    }
    return {
      ...shown,
      id: contributedName(item),
      key: keyAt(contributedName(item), cameFrom),
      detail: item.extensionName,
      choose: () => void runContributedCommand(item),
    };
  });
}

const titleOf = (command: AppCommand | ContributedCommand): string =>
  typeof command === 'string' ? commandTable[command].title : command.title;

function placeChoices(place: Extract<PickerQuery, { kind: 'place' }>['place']): Choice[] {
  const active = activePath();
  if (place === null || active === null) return [];
  const { line, column } = place;
  const label = column === undefined ? `Go to line ${line}` : `Go to line ${line}, column ${column}`;
  const choose = () => {
    revealPlace(active, place);
    focusEditor();
  };
  return [{ id: 'place', label, matched: [], detail: baseName(active), choose }];
}

/** Why there is nothing to choose from. */
export function whyNoSymbol(): string {
  const shown = shownDocument();
  if (!shown) return 'No file is open.';
  if (isLarge(shown.state.doc)) return 'There are no symbols in a file of this size.';
  return symbolsOf(shown.state).length > 0
    ? 'No such symbol.'
    : 'This file has no symbols, or none are known in files of its kind.';
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
