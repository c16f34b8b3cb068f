/**
 * The source files of an extension whose host runs scripts. Main reads them, since its sandbox has no files; all at
 * once, since `require` of a script cannot wait.
 */
export interface ScriptSources {
  /** Path of the script to run, a key of `files`. */
  readonly main: string;
  /** Contents by path, relative to the extension root with "/": `extensions/hello/init.lua`. Not always UTF-8. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Paths by the names of modules: `hello.words` as `extensions/hello/words.lua`. */
  readonly modules: Readonly<Record<string, string>>;
}
