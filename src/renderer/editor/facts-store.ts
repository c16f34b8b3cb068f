import { create } from 'zustand';
import type { FileRules } from '../../shared/contract/documents/file-rules.ts';
import type { Indentation } from './indentation.ts';

interface EditorFacts {
  /** Of the active editor. */
  readonly cursor: { readonly line: number; readonly column: number; readonly selected: number };
  readonly languages: Readonly<Record<string, string>>;
  readonly indentations: Readonly<Record<string, Indentation>>;
  readonly rules: Readonly<Record<string, FileRules>>;
  /** Documents with a language of an extension that are plain for their length. */
  readonly tooLongForColours: Readonly<Record<string, boolean>>;
}

/** Facts about the editors that the status bar shows, by path. */
export const useEditorFacts = create<EditorFacts>(() => ({
  cursor: { line: 1, column: 1, selected: 0 },
  languages: {},
  indentations: {},
  rules: {},
  tooLongForColours: {},
}));
