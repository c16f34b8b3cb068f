/** The grammars of an extension, as its host is handed them. */
export interface GivenGrammars {
  /** Modules of tree-sitter in WebAssembly, by their names. */
  readonly modules: Readonly<Record<string, Uint8Array>>;
  /** By the folders of the languages under `languages/`. */
  readonly languages: Readonly<Record<string, GivenLanguage>>;
}

/** How texts of a language are coloured. */
export interface GivenLanguage {
  /** One of the modules. */
  readonly grammar: string;
  /** The text of its `highlights.scm`. */
  readonly highlights: string;
}
