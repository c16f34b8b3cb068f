import { sep } from 'node:path';
import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { isSensitivePath } from '../sensitive-paths.ts';
import { DocumentSubscriber } from './document-subscriber.ts';
import { MirroredDocument } from './mirrored-document.ts';

/**
 * The open documents as the renderer tells them, for extensions that follow them. Empty while nobody does. Those whose
 * names tell of secrets are not in it.
 */
export type DocumentMirror = ReturnType<typeof createDocumentMirror>;

export interface DocumentMirrorDeps {
  publish(event: Extract<MainEvent, { type: 'documents-wanted' }>): void;
  /** Milliseconds; a window that says nothing by then is not there. */
  readonly documentsMs: number;
}

export function createDocumentMirror({ publish, documentsMs }: DocumentMirrorDeps) {
  const documents = new Map<string, MirroredDocument>();
  /** Documents of which a version is missing. */
  const stale = new Set<string>();
  const subscribers = new Map<string, DocumentSubscriber>();
  const listeners = new Set<(languageId: string) => void>();
  let areLanguagesWanted = false;
  /** Whether the renderer has been asked to report. */
  let isWanted = false;
  let answer = Promise.withResolvers<void>();

  function tell(event: DocumentEvent): void {
    for (const subscriber of subscribers.values()) subscriber.add(event);
  }

  const tellLanguage = (languageId: string): void => {
    for (const listener of [...listeners]) listener(languageId);
  };

  function checkWanted(): void {
    const isWantedNow = areLanguagesWanted || subscribers.size > 0;
    if (isWantedNow === isWanted) return;
    isWanted = isWantedNow;
    documents.clear();
    stale.clear();
    answer = Promise.withResolvers();
    publish({ type: 'documents-wanted', isWanted });
  }

  function take(event: DocumentEvent): void {
    const { path } = event;
    if (isSensitivePath(path.split(sep).join('/'))) {
      if (event.type === 'opened') tellLanguage(event.languageId);
      return;
    }
    const document = documents.get(path);
    if (event.type === 'opened') {
      documents.set(path, new MirroredDocument(event));
      stale.delete(path);
      tell(event);
      if (document?.languageId !== event.languageId) tellLanguage(event.languageId);
    } else if (event.type === 'closed') {
      stale.delete(path);
      if (documents.delete(path)) tell(event);
    } else if (stale.has(path) || !document || !follows(document, event)) stale.add(path);
    else tell(event);
  }

  return {
    /**
     * Takes what happened, checked against `documentEventSchema`. After a `documents-wanted` the renderer reports all open
     * documents as `opened`, and an empty list when there are none.
     * @returns the paths whose whole text is needed, as `opened` again
     */
    report(events: readonly DocumentEvent[]) {
      if (!isWanted) return [];
      for (const event of events) take(event);
      answer.resolve();
      return [...stale];
    },
    /**
     * Sends an extension all open documents, then what happens to them. Again: all of them once more.
     * @param send settles when the extension is done with the events; there is one batch at a time. Each run of an extension
     *   has a function of its own, and takes the place of the run before
     * @returns when the open documents are known and on their way
     */
    async subscribe(extensionId: string, send: (events: DocumentEvent[]) => Promise<unknown>) {
      const before = subscribers.get(extensionId);
      const subscriber = before?.isOf(send) ? before : new DocumentSubscriber(documents, send);
      if (before !== subscriber) before?.end();
      subscribers.set(extensionId, subscriber);
      checkWanted();
      await Promise.race([answer.promise, new Promise((resolve) => setTimeout(resolve, documentsMs).unref())]);
      await subscriber.tellAll();
    },
    unsubscribe(extensionId: string) {
      subscribers.get(extensionId)?.end();
      subscribers.delete(extensionId);
      checkWanted();
    },
    /** Whether the languages of documents are wanted, although nobody subscribed. */
    want(isWantedNow: boolean) {
      areLanguagesWanted = isWantedNow;
      checkWanted();
    },
    /** Hears of the language of each document that is opened, and of those that are. @returns the undo */
    onLanguage(listener: (languageId: string) => void): () => void {
      listeners.add(listener);
      for (const languageId of new Set([...documents.values()].map((document) => document.languageId))) {
        listener(languageId);
      }
      return () => listeners.delete(listener);
    },
    /** The renderer was loaded anew and has not said yet what is open. */
    reset() {
      const paths = [...documents.keys()];
      documents.clear();
      stale.clear();
      answer = Promise.withResolvers();
      for (const path of paths) tell({ type: 'closed', path });
    },
  };
}

function follows(document: MirroredDocument, event: Extract<DocumentEvent, { type: 'changed' | 'saved' }>): boolean {
  return event.type === 'changed' ? document.change(event.version, event.changes) : document.version === event.version;
}
