/**
 * A folder of the extension's own, outside of the open one: for programs and data that it downloads. It is kept until the
 * extension is uninstalled. Paths are relative to it, with "/"; those that lead out of it are refused.
 */
export interface ExtensionFiles {
  /** Its absolute path, for what is run or named to others. */
  folder(): Promise<string>;
  /**
   * Downloads a file from a host of `[capabilities] network`, and unpacks it while it comes. What was at `path` is
   * replaced when all of it is there.
   * @param path of the file, or of the folder into which an archive is unpacked
   * @param options.format `gzip`: one file; `tar-gzip` and `zip`: an archive. Default: as it is
   * @throws when it has more than 500 MB or 20,000 files, unpacked or not, when the folder would have more than 2 GB, and
   * for an archive with a name or a link that leads out of it
   */
  download(url: string, path: string, options?: { format?: DownloadFormat; signal?: AbortSignal }): Promise<void>;
  /** Does nothing on Windows. */
  makeExecutable(path: string): Promise<void>;
  /** At most 50 MB. Rejects with `file-not-found` if there is none. */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Writes a file as a whole: what was at `path` stays until all is written.
   * @throws for more than 50 MB, or when the folder would have more than 2 GB
   */
  writeFile(path: string, content: Uint8Array): Promise<void>;
}

export const downloadFormats = ['gzip', 'tar-gzip', 'zip', 'none'] as const;
export type DownloadFormat = (typeof downloadFormats)[number];
