import type { DocumentEvent, TextChange } from '../../../shared/contract/documents/document-events.ts';
import type { ExtensionDocument } from '../../../shared/contract/extension-api/extension-documents.ts';

/** Event for the listeners of documents. */
export type DocumentNews =
  | { type: 'opened'; document: ExtensionDocument }
  | { type: 'changed'; document: ExtensionDocument; changes: readonly TextChange[] }
  | { type: 'saved'; document: ExtensionDocument }
  | { type: 'closed'; path: string };

/**
 * Mirror of the open documents, from the app's events. An event that does not fit the known version makes its document
 * doubtful: it is kept as it is, without news, until its whole text arrives again.
 */
export class FollowedDocuments {
  readonly #documents = new Map<string, ExtensionDocument>();
  readonly #doubtful = new Set<string>();
  /** Paths of the documents that were sent whole since `beginAnew`. */
  #told = new Set<string>();

  list(): ExtensionDocument[] {
    return [...this.#documents.values()];
  }

  get isDoubtful(): boolean {
    return this.#doubtful.size > 0;
  }

  /** Begins a transfer of all open documents, which `endAnew` ends. */
  beginAnew(): void {
    this.#told = new Set();
  }

  /** @returns documents that were not sent again: they were closed without an event */
  endAnew(): DocumentNews[] {
    for (const path of this.#doubtful) if (!this.#told.has(path)) this.#doubtful.delete(path);
    return [...this.#documents.keys()].filter((path) => !this.#told.has(path)).flatMap((path) => this.#close(path));
  }

  /** @returns news for the listeners, in order */
  apply(event: DocumentEvent): DocumentNews[] {
    if (event.type === 'opened') return this.#open(event);
    if (event.type === 'closed') return this.#close(event.path);
    const known = this.#documents.get(event.path);
    if (this.#doubtful.has(event.path)) return [];
    if (event.type === 'saved') {
      // The person may have typed since the save.
      if (known && event.version <= known.version) return [{ type: 'saved', document: known }];
    } else if (known && known.version + 1 === event.version) {
      const text = changed(known.text, event.changes);
      if (text !== null) {
        const document = this.#keep({ ...known, version: event.version, text });
        return [{ type: 'changed', document, changes: event.changes }];
      }
    }
    this.#doubtful.add(event.path);
    return [];
  }

  #open({ path, languageId, version, text }: DocumentEvent & { type: 'opened' }): DocumentNews[] {
    const known = this.#documents.get(path);
    this.#told.add(path);
    this.#doubtful.delete(path);
    if (known?.languageId === languageId && known.version === version && known.text === text) return [];
    const document = this.#keep({ path, languageId, version, text });
    if (!known) return [{ type: 'opened', document }];
    // As a change, so that listeners that follow changes get the same text, and versions never decrease.
    if (known.languageId === languageId && known.version < version) {
      return [{ type: 'changed', document, changes: [{ from: 0, to: known.text.length, insert: text }] }];
    }
    return [
      { type: 'closed', path },
      { type: 'opened', document },
    ];
  }

  #close(path: string): DocumentNews[] {
    this.#doubtful.delete(path);
    this.#told.delete(path);
    return this.#documents.delete(path) ? [{ type: 'closed', path }] : [];
  }

  /** Frozen, so that changes by an extension reach neither other listeners nor the mirror. */
  #keep(document: ExtensionDocument): ExtensionDocument {
    const kept = Object.freeze(document);
    this.#documents.set(document.path, kept);
    return kept;
  }
}

/** @returns null if a change lies outside the text */
function changed(text: string, changes: readonly TextChange[]): string | null {
  let result = text;
  for (const { from, to, insert } of changes) {
    if (from > to || to > result.length) return null;
    result = result.slice(0, from) + insert + result.slice(to);
  }
  return result;
}
