export type ApiVersion = readonly [major: number, minor: number, patch: number];

/**
 * A WebAssembly component as main hands it to its host: what a compiler made of it. Its glue, a module of JavaScript
 * that instantiates it, is not among it: the host loads that by the address in `mainPath`, which names the extension.
 */
export interface CompiledComponent {
  /** Core modules, by the names that the glue asks for. */
  readonly modules: Readonly<Record<string, Uint8Array>>;
  /** Interfaces and functions that it asks for, without versions: `outrigger:extension/log`, `llm-get-credential`. */
  readonly imports: readonly string[];
  /** Functions that it offers, as the glue names them: `llmProviders`. */
  readonly exports: readonly string[];
  /** The version of Zed's interface that it was built for, which it says itself; absent for other components. */
  readonly apiVersion?: ApiVersion | undefined;
}
