/** Characters of a first line that expressions are tried on. */
export const firstLineLength = 80;

/** A language that an extension adds to the editor, from its `languages/<folder>/config.toml`. */
export interface ContributedLanguage {
  readonly extensionId: string;
  /** Under `languages/`. */
  readonly folder: string;
  /** As the status bar shows it; its id follows from it as those of other languages do. */
  readonly name: string;
  /** Whole names of files, or what follows a dot in them. */
  readonly suffixes: readonly string[];
  /** An expression for the first line of a file that no suffix tells; null: none. */
  readonly firstLine: string | null;
  /** What colours it: a grammar of the extension, one that the editor may have by this name, or nothing. */
  readonly grammar: { readonly isOwn: boolean; readonly name: string } | null;
  readonly lineComment: string | null;
  readonly blockComment: { readonly open: string; readonly close: string } | null;
  readonly brackets: readonly LanguageBracket[];
  /** Characters besides blanks before which a bracket closes by itself; null: the usual ones. */
  readonly closesBefore: string | null;
  /** Characters that words consist of besides letters and digits. */
  readonly wordCharacters: string;
  /** Columns; null: as the settings say. */
  readonly tabSize: number | null;
  readonly hardTabs: boolean | null;
  /** Counts the runs of its extension that have ended: what failed in one is tried again in the next. */
  readonly run: number;
}

export interface LanguageBracket {
  readonly open: string;
  readonly close: string;
  /** Whether the closing one is typed with the opening one. */
  readonly closesItself: boolean;
  /** Whether Enter between them, or after the opening one, begins a deeper line. */
  readonly indents: boolean;
}
