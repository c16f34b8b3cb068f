import type { ChangeSet } from '@codemirror/state';
import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { api } from '../../bridge.ts';
import { useEditorFacts } from '../facts-store.ts';
import { currentText, followSessions, isLargeDocument, sessionPaths } from '../sessions.ts';
import { languageId, toTextChanges } from '../text-changes.ts';

/** Milliseconds in which edits are gathered into one report. */
const gatherMs = 50;
/** Milliseconds after a report that failed. */
const pauseMs = 5_000;

/** A document whose text main has, with the changes it does not have yet. */
interface Reported {
  version: number;
  pending: ChangeSet | null;
  isSaved: boolean;
}

const reported = new Map<string, Reported>();
/** Final events of closed documents: the unreported changes, then the closing. */
let leaving: DocumentEvent[] = [];
let stopFollowing: (() => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** Main has had a report since it asked, be it an empty one. */
let hasReported = false;

/** Reports the open documents to main while an extension follows them. */
export function reportDocuments(isWanted: boolean): void {
  if (isWanted === (stopFollowing !== null)) return;
  if (!isWanted) return stopFollowing?.();
  const closed = (path: string) => {
    const document = reported.get(path);
    if (!document) return;
    reported.delete(path);
    leaving.push(...untold(path, document), { type: 'closed', path });
    schedule();
  };
  const leave = followSessions({
    edited(path, _transactions, changes) {
      const document = reported.get(path);
      if (!document || changes.empty) return;
      document.pending = document.pending?.compose(changes) ?? changes;
      schedule();
    },
    saved(path) {
      const document = reported.get(path);
      if (!document) return;
      document.isSaved = true;
      schedule();
    },
    moved: closed,
    closed,
  });
  // A document is reported with its language, which is known a moment after it was opened.
  const undo = useEditorFacts.subscribe(({ languages }, before) => {
    if (languages === before.languages) return;
    // With another language it is reported anew.
    for (const [path, document] of reported) {
      if (languages[path] === before.languages[path]) continue;
      leaving.push(...untold(path, document));
      reported.delete(path);
    }
    schedule();
  });
  stopFollowing = () => {
    stopFollowing = null;
    undo();
    leave();
    clearTimeout(timer);
    timer = undefined;
    reported.clear();
    leaving = [];
    hasReported = false;
  };
  schedule();
}

function schedule(delayMs = gatherMs): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void send();
  }, delayMs);
}

/** One report at a time, so that they arrive in their order. */
async function send(): Promise<void> {
  if (isSending) return schedule();
  const events = collect();
  if (events.length === 0 && hasReported) return;
  isSending = true;
  hasReported = true;
  let delayMs = gatherMs;
  try {
    for (const path of await api.documentMirror.report(events)) reported.delete(path);
  } catch {
    // It is unknown now what main has: the next report starts from scratch.
    reported.clear();
    leaving = [...events.filter(({ type }) => type === 'closed'), ...leaving];
    hasReported = false;
    delayMs = pauseMs;
  } finally {
    isSending = false;
  }
  if (stopFollowing !== null && (!hasReported || isBehind())) schedule(delayMs);
}

const isBehind = (): boolean => Object.keys(useEditorFacts.getState().languages).some((path) => isUnreported(path));

/** Extensions know documents by their files, so untitled ones are not reported; large ones would hold up main. */
const isUnreported = (path: string): boolean =>
  !isUntitled(path) && !reported.has(path) && currentText(path) !== undefined && !isLargeDocument(path);

/** Takes the unreported events of a document. */
function untold(path: string, document: Reported): DocumentEvent[] {
  const events: DocumentEvent[] = [];
  if (document.pending) {
    document.version += 1;
    events.push({ type: 'changed', path, version: document.version, changes: toTextChanges(document.pending) });
    document.pending = null;
  }
  if (document.isSaved) events.push({ type: 'saved', path, version: document.version });
  document.isSaved = false;
  return events;
}

function collect(): DocumentEvent[] {
  const events = leaving;
  leaving = [];
  for (const [path, document] of reported) events.push(...untold(path, document));
  const { languages } = useEditorFacts.getState();
  for (const path of sessionPaths()) {
    const language = languages[path];
    const text = currentText(path);
    if (language === undefined || text === undefined || !isUnreported(path)) continue;
    reported.set(path, { version: 1, pending: null, isSaved: false });
    events.push({ type: 'opened', path, languageId: languageId(language), version: 1, text: text.toString() });
  }
  return events;
}
