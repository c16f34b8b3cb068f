import type { DocumentEvent, TextChange } from '../../../shared/contract/documents/document-events.ts';

type Opened = Extract<DocumentEvent, { type: 'opened' }>;

/** Limit of unapplied changes; a text of 20 MB must not be copied on every key press. */
const maxChanges = 1000;

/** The text of an open document; changes are applied only when the text is read. */
export class MirroredDocument {
  readonly path: string;
  readonly languageId: string;
  version: number;
  #text: string;
  #length: number;
  #changes: TextChange[] = [];

  constructor({ path, languageId, version, text }: Opened) {
    this.path = path;
    this.languageId = languageId;
    this.version = version;
    this.#text = text;
    this.#length = text.length;
  }

  /** @returns false, without a change, when version or ranges do not fit the present text */
  change(version: number, changes: readonly TextChange[]): boolean {
    if (version !== this.version + 1) return false;
    let length = this.#length;
    for (const { from, to, insert } of changes) {
      if (from > to || to > length) return false;
      length += insert.length - (to - from);
    }
    this.version = version;
    this.#length = length;
    this.#changes.push(...changes);
    if (this.#changes.length > maxChanges) this.#apply();
    return true;
  }

  opened(): Opened {
    this.#apply();
    const { path, languageId, version } = this;
    return { type: 'opened', path, languageId, version, text: this.#text };
  }

  #apply(): void {
    for (const { from, to, insert } of this.#changes) {
      this.#text = this.#text.slice(0, from) + insert + this.#text.slice(to);
    }
    this.#changes = [];
  }
}
