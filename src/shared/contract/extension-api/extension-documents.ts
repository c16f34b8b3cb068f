import type { TextChange } from '../documents/document-events.ts';
import type { Disposable } from './disposable.ts';

/** The open documents, kept up to date by the app. Needs `[capabilities] workspace = "read"` or "write". */
export interface ExtensionDocuments {
  /** Resolves when the open documents are known; from then on the listeners are called for every change. */
  list(): Promise<readonly ExtensionDocument[]>;
  /** Not called for documents that are already open: `list` returns those. */
  onOpen(listener: (document: ExtensionDocument) => void): Disposable;
  /** @param listener gets the document as it is after the changes */
  onChange(listener: (document: ExtensionDocument, changes: readonly TextChange[]) => void): Disposable;
  /** @param listener gets the present document: the person may have typed since the save */
  onSave(listener: (document: ExtensionDocument) => void): Disposable;
  onClose(listener: (path: string) => void): Disposable;
  /** How the person has the editor set, for texts that the extension makes. */
  layout(): Promise<TextLayout>;
}

/** A file whose own lines show something else, or whose .editorconfig says it, has that. */
export interface TextLayout {
  /** Columns of a tab and of an indentation step. */
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly wrapColumn: number;
}

/** A document as it was at `version`. */
export interface ExtensionDocument {
  /** Absolute. */
  readonly path: string;
  readonly languageId: string;
  /** Number that increases with each change. */
  readonly version: number;
  /** Lines end with `\n` whatever the file has. */
  readonly text: string;
}
