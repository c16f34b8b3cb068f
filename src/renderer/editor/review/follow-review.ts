import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { chunksOf } from '../chunks/chunks-of.ts';
import { goToFirst } from '../chunks/go-to-chunk.ts';
import { markChunks, markerOf, setOriginal, unmarkChunks } from '../chunks/marks.ts';
import { useChunkPlaces } from '../chunks/reported-chunk.ts';
import { isCompared, useDifferences } from '../comparison/differences-store.ts';
import { comparedVersion, type DocumentState } from '../documents/document-state.ts';
import { activeOf, activePath, findDocument, useDocuments } from '../documents/documents-store.ts';
import { openDocument } from '../documents/open-document.ts';
import { runInEditor, shownDocument } from '../panes/pane-views.ts';
import { followSessions, sessionPaths, stateOf } from '../sessions.ts';
import { reviewDecisions } from './decide-chunk.ts';
import type { ReviewedText } from './review-requests.ts';
import { isShownInEditor, reviewedFile, useReviewedFiles } from './reviewed-files.ts';

/** The reviewed files whose sessions are marked, by path. */
const marks = new Map<string, ReviewedText>();
/** Files whose text is not that of the disk: main has counted what is in the text. */
const differing = new Set<string>();
/** The number of the last load for each file, so that an earlier answer does not win. */
const loads = new Map<string, number>();
let loadCount = 0;
/** The file that is being opened at its first change. */
let opening: string | null = null;
/** Requests the review of a thread; null until `followReview` was called. */
let askFor: ((threadId: string) => unknown) | null = null;

/**
 * Marks the changes to review in the active document, from now on.
 * @param ask requests the review of a thread when no changes are left in unsaved text, or it was decided between that and
 *   the disk, which main cannot know of
 */
export function followReview(ask: (threadId: string) => unknown): void {
  if (askFor) return;
  askFor = ask;
  useReviewedFiles.subscribe(() => {
    for (const path of sessionPaths()) if (isMarked(path)) void refresh(path);
    refreshActive();
    askOnceDecided(ask);
  });
  followSessions({ moved: leaveBehind });
  useDifferences.subscribe(refreshActive);
  useDocuments.subscribe((documents) => {
    const active = activeOf(documents);
    if (active !== opening) opening = null;
    if (active === null) return;
    const document = findDocument(active);
    askOnceDecided(ask);
    if (!isMarked(active)) refreshActive();
    else if (document && !isReviewable(document)) unmark(active);
  });
  useChunkPlaces.subscribe((places) => {
    const active = activePath();
    if (active !== null && places[active]?.count === 0 && isMarked(active)) ask(useReviewedFiles.getState().threadId);
  });
  refreshActive();
  askOnceDecided(ask);
}

/** Asks again when the person has decided between the text of the active document and the disk. */
function askOnceDecided(ask: (threadId: string) => unknown): void {
  const active = activePath();
  if (active === null) return;
  if (findDocument(active)?.disk.kind === 'changed') differing.add(active);
  else if (differing.delete(active)) ask(useReviewedFiles.getState().threadId);
}

/** Opens a file and goes to its first change, once that is marked. */
export async function openAtFirstChange(path: string): Promise<void> {
  const opened = openDocument(path);
  // The file is active by now; when another one becomes active, the person wants to be there.
  opening = path;
  await opened;
  arrive(path);
}

function arrive(path: string): void {
  if (opening !== path || shownDocument()?.path !== path || !isMarked(path)) return;
  opening = null;
  runInEditor(goToFirst);
}

const isMarked = (path: string): boolean => markerOf(path) === 'review';

function refreshActive(): void {
  const active = activePath();
  if (active === null || isMarked(active) || loads.has(active) || !reviewedFile(active)) return;
  const document = findDocument(active);
  if (document && isReviewable(document)) void refresh(active);
}

/** With mixed line endings the offsets differ from those of main's texts. Comparisons mark the text themselves. */
const isReviewable = (document: DocumentState): boolean =>
  document.lineEnding !== 'mixed' && comparedVersion(document) === null && !isCompared(document.path);

/** Updates the marks of an open document. */
async function refresh(path: string): Promise<void> {
  const file = reviewedFile(path);
  const document = findDocument(path);
  const isFit = file && isShownInEditor(file) && document && isReviewable(document);
  if (!isFit || !stateOf(path)) return unmark(path);
  const load = ++loadCount;
  loads.set(path, load);
  const { threadId } = useReviewedFiles.getState();
  const texts = await settle(api.changes.texts(threadId, path));
  if (loads.get(path) !== load) return;
  loads.delete(path);
  if (!texts.ok || texts.value.after === null) return unmark(path);
  mark(texts.value.before ?? '', { threadId, path, isNew: texts.value.before === null });
}

function mark(before: string, of: ReviewedText): void {
  const { path } = of;
  if (!stateOf(path)) return;
  const marked = isMarked(path) ? marks.get(path) : undefined;
  if (marked?.threadId !== of.threadId || marked.isNew !== of.isNew) {
    marks.set(path, of);
    markChunks(path, 'review', before, reviewDecisions(of));
    arrive(path);
    const placed = stateOf(path);
    // Undone meanwhile: a count that was 0 before does not change, so nobody would ask.
    if (placed && chunksOf(placed).length === 0) askFor?.(of.threadId);
    return;
  }
  setOriginal(path, before);
}

/** The review is of the file, which this document no longer is; if the file itself was moved, main tells. */
function leaveBehind(path: string, to: string): void {
  loads.delete(path);
  marks.delete(path);
  void refresh(to);
}

function unmark(path: string): void {
  loads.delete(path);
  marks.delete(path);
  unmarkChunks(path, 'review');
}
