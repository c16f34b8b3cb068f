import { sep } from 'node:path';
import { isAppText } from '../../../shared/app-texts.ts';
import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { isSensitivePath } from '../sensitive-paths.ts';
import { DocumentSubscriber } from './document-subscriber.ts';
import { MirroredDocument } from './mirrored-document.ts';

/**
 * The open documents as reported by the renderer, for extensions that subscribe to them. Empty without subscribers.
 * Documents with sensitive names are excluded, and texts of the app: of threads, or shown by other extensions.
 */
export type DocumentMirror = ReturnType<typeof createDocumentMirror>;

export interface DocumentMirrorDeps {
  publish(event: Extract<MainEvent, { type: 'documents-wanted' }>): void;
  /** Timeout of the renderer's report in milliseconds; after it, no window is assumed. */
  readonly documentsMs: number;
}

export function createDocumentMirror({ publish, documentsMs }: DocumentMirrorDeps) {
  const documents = new Map<string, MirroredDocument>();
  /** Documents with a missed version, whose full text is needed. */
  const stale = new Set<string>();
  const subscribers = new Map<string, DocumentSubscriber>();
  const listeners = new Set<(languageId: string) => void>();
  let areLanguagesWanted = false;
  /** Whether the renderer was asked to report. */
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
    if (isAppText(path) || isSensitivePath(path.split(sep).join('/'))) {
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
     * Takes events that passed `documentEventSchema`. After a `documents-wanted` event the renderer reports all open
     * documents as `opened`, or an empty list.
     * @returns the paths whose full text must be reported as `opened` again
     */
    report(events: readonly DocumentEvent[]) {
      if (!isWanted) return [];
      for (const event of events) take(event);
      answer.resolve();
      return [...stale];
    },
    /**
     * Sends an extension all open documents, then their events. A second call sends all of them again.
     * @param send settles when the extension has handled the events; batches are sent one at a time. Each run of an
     *   extension has its own function, and replaces the subscription of the previous run
     * @returns when the open documents are known and sent
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
    /** Requests the languages of documents, even without subscribers. */
    want(isWantedNow: boolean) {
      areLanguagesWanted = isWantedNow;
      checkWanted();
    },
    /** Reports the languages of open documents and of each one opened later. @returns the undo */
    onLanguage(listener: (languageId: string) => void): () => void {
      listeners.add(listener);
      for (const languageId of new Set([...documents.values()].map((document) => document.languageId))) {
        listener(languageId);
      }
      return () => listeners.delete(listener);
    },
    /** Call when the renderer was reloaded and has not reported its documents yet. */
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
