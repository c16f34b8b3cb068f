import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { activePath, findDocument, frontPane, useDocuments } from '../documents/documents-store.ts';
import { openDocument } from '../documents/open-document.ts';
import { isRead } from '../panes/pane.ts';
import { shownDocument } from '../panes/pane-views.ts';
import { offsetToPlace } from '../place.ts';
import { followSessions, stateOf } from '../sessions.ts';
import { followMoves, type PathAfter } from './file-moves.ts';
import { mapPlaces, noPlaces, type PlaceHistory, step, type Visited, visit } from './place-history.ts';

/** Lines; a smaller move of the cursor is not a step to go back to. */
const nearLines = 10;

let history: PlaceHistory = noPlaces;
let lastEdit: Visited | null = null;
/** Running steps back or forward, which must not be recorded. */
let stepping = 0;

const lineOf = ({ path, at }: Visited): number | null => {
  const doc = stateOf(path)?.doc;
  return doc ? doc.lineAt(Math.min(at, doc.length)).number : null;
};

function isNear(one: Visited, other: Visited): boolean {
  if (one.path !== other.path) return false;
  const [first, second] = [lineOf(one), lineOf(other)];
  return first !== null && second !== null && Math.abs(first - second) <= nearLines;
}

function noteCursor(): void {
  const shown = shownDocument();
  if (!shown || stepping > 0) return;
  history = visit(history, { path: shown.path, at: shown.state.selection.main.head }, isNear);
}

/** Records where the cursor goes, and the place of the last edit. Call once. */
export function followPlaces(): void {
  followSessions({
    selected: (path) => shownDocument()?.path === path && noteCursor(),
    shown: noteCursor,
    edited(path, _transactions, changes) {
      const moved = (place: Visited): Visited =>
        place.path === path && place.at <= changes.length ? { path, at: changes.mapPos(place.at) } : place;
      history = mapPlaces(history, moved);
      let at: number | null = null;
      changes.iterChangedRanges((_fromA, _toA, _fromB, toB) => {
        at = toB;
      });
      if (at === null || shownDocument()?.path !== path) return;
      lastEdit = { path, at };
      noteCursor();
    },
    moved: (path, to) => rename((each) => (each === path ? to : each)),
  });
  followMoves(rename);
  // The back and forward buttons of a mouse, which send no app command on Linux and Windows.
  window.addEventListener('mouseup', ({ button }) => {
    if (button === 3) void goBack();
    if (button === 4) void goForward();
  });
}

function rename(pathAfter: PathAfter): void {
  const renamed = (place: Visited): Visited => ({ ...place, path: pathAfter(place.path) });
  history = mapPlaces(history, renamed);
  if (lastEdit) lastEdit = renamed(lastEdit);
}

/** An untitled document that was closed cannot be opened again. */
const isThere = ({ path }: Visited): boolean => !isUntitled(path) || findDocument(path) !== undefined;

/** @param readsOn a document that is shown as it reads stays so, and its text is not gone to */
async function goTo({ path, at }: Visited, readsOn = false): Promise<void> {
  stepping += 1;
  try {
    await openDocument(path);
    if (readsOn && isRead(frontPane(useDocuments.getState()))) return;
    const doc = stateOf(path)?.doc;
    if (doc) await openDocument(path, offsetToPlace(doc, Math.min(at, doc.length)));
  } finally {
    stepping -= 1;
  }
}

async function go(by: 1 | -1): Promise<void> {
  const next = step(history, by, isThere);
  const place = next?.places[next.present];
  if (!next || !place) return;
  history = next;
  await goTo(place, place.path !== activePath());
}

/** Whether there is a place to go back (-1) or forward (1) to. */
export const hasPlace = (by: 1 | -1): boolean => step(history, by, isThere) !== null;
export const hasLastEdit = (): boolean => lastEdit !== null && isThere(lastEdit);

/** Goes to the previous place, in another file too; a closed file is opened again. */
export const goBack = (): Promise<void> => go(-1);
export const goForward = (): Promise<void> => go(1);

export async function goToLastEdit(): Promise<void> {
  if (!lastEdit || !isThere(lastEdit)) return;
  const place = lastEdit;
  await goTo(place);
  noteCursor();
}
