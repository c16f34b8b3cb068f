/**
 * The files of the open folder. Paths are relative to it, with "/". Reading needs `[capabilities] workspace = "read"`,
 * writing "write". Paths that lead out of the folder by links are refused. Failures reject with an error whose `code`
 * tells the reason: `file-not-found`, `file-outside-project`, …
 */
export interface ExtensionWorkspace {
  /** null: no folder is open. */
  folder(): Promise<{ readonly name: string; readonly path: string } | null>;
  /** At most 50 MB. */
  readFile(path: string): Promise<Uint8Array>;
  /** Without a byte-order mark. Rejects with `file-binary` when the bytes are not text in UTF-8. */
  readText(path: string): Promise<string>;
  /** Atomic; creates missing directories. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** A file, or an empty directory. */
  delete(path: string): Promise<void>;
  /** Never overwrites. */
  rename(from: string, to: string): Promise<void>;
  createDirectory(path: string): Promise<void>;
  /** null: it does not exist. */
  stat(path: string): Promise<FileFacts | null>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /**
   * Files whose path matches a glob, sorted, without those ignored by .gitignore.
   * @param options `limit`: default 1000, at most 10,000
   */
  find(glob: string, options?: { limit?: number; signal?: AbortSignal }): Promise<readonly string[]>;
  /** Lines that match, in the order of paths. */
  search(query: SearchQuery, options?: { signal?: AbortSignal }): Promise<SearchResult>;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface SearchQuery {
  readonly text: string;
  /** `text` is a regular expression in the syntax of Rust's regex. */
  readonly isRegex?: boolean | undefined;
  readonly isCaseSensitive?: boolean | undefined;
  /** Only in files whose path matches. */
  readonly glob?: string | undefined;
  /** Limit for matches: default 1000, at most 10,000. */
  readonly limit?: number | undefined;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** There are more matches than `limit`. */
  readonly isPartial: boolean;
}

export interface SearchMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The line, cut at 1000 characters. */
  readonly text: string;
}
