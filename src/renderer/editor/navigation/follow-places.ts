import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { findDocument } from '../documents/documents-store.ts';
import { openDocument } from '../documents/open-document.ts';
import { offsetToPlace } from '../place.ts';
import { followSessions, shownDocument, stateOf } from '../sessions.ts';
import { mapPlaces, noPlaces, type PlaceHistory, step, type Visited, visit } from './place-history.ts';

/** Lines; within them a cursor that goes elsewhere takes no step. */
const nearLines = 10;

let history: PlaceHistory = noPlaces;
let lastEdit: Visited | null = null;
/** Steps that are being taken: they are none to remember. */
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

/** Remembers where the cursor goes, and where the text was changed last. Call once. */
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
    moved(path, to) {
      const renamed = (place: Visited): Visited => (place.path === path ? { ...place, path: to } : place);
      history = mapPlaces(history, renamed);
      if (lastEdit) lastEdit = renamed(lastEdit);
    },
  });
  // The keys beside the wheel, which send no command on Linux and Windows.
  window.addEventListener('mouseup', ({ button }) => {
    if (button === 3) void goBack();
    if (button === 4) void goForward();
  });
}

/** What had no file and was closed is not there any more. */
const isThere = ({ path }: Visited): boolean => !isUntitled(path) || findDocument(path) !== undefined;

async function goTo({ path, at }: Visited): Promise<void> {
  stepping += 1;
  try {
    await openDocument(path);
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
  await goTo(place);
}

/** Whether there is a place to go back (-1) or forward (1) to. */
export const hasPlace = (by: 1 | -1): boolean => step(history, by, isThere) !== null;
export const hasLastEdit = (): boolean => lastEdit !== null && isThere(lastEdit);

/** To where the cursor was before, in another file too; a file that was closed is opened again. */
export const goBack = (): Promise<void> => go(-1);
export const goForward = (): Promise<void> => go(1);

/** To where the text was changed last. */
export async function goToLastEdit(): Promise<void> {
  if (!lastEdit || !isThere(lastEdit)) return;
  const place = lastEdit;
  await goTo(place);
  noteCursor();
}
