/**
 * What a host and the thread of a component say to each other. The thread runs one call at a time, and waits in it for
 * each answer of the host, which comes by shared memory (`answer-memory.ts`).
 */

export type ToComponent = ComponentLoad | ComponentBegin | ComponentCall;

/** Loads the glue. */
export interface ComponentLoad {
  readonly type: 'load';
  /** Address of the module that instantiates the component. */
  readonly glue: string;
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  /** Names of those that make memories or tables: each is instantiated once. */
  readonly once: readonly string[];
  /** Names of its imports, as the glue asks for them. */
  readonly imports: readonly string[];
  /** Where the host's answers are written. */
  readonly answers: SharedArrayBuffer;
  /** The most of all memories of the component. */
  readonly memoryBytes: number;
  /** The most of one message. */
  readonly messageBytes: number;
}

/** Instantiates the component. */
export interface ComponentBegin {
  readonly type: 'begin';
}

export interface ComponentCall {
  readonly type: 'call';
  /** As the glue names it: `llmProviders`. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** Its last argument, which the thread makes: a resource is an object of the glue. */
  readonly lent?: LentResource | undefined;
}

/** A resource of a world that is borrowed for a call. */
export type LentResource =
  | { readonly type: 'worktree'; readonly id: number; readonly rootPath: string }
  /** `id`: of the host, so that one that was kept is not taken for that of a later call. */
  | { readonly type: 'key-value-store'; readonly id: number };

export type FromComponent =
  /** It listens; what was sent before is lost. */
  | { readonly type: 'listening' }
  /** It has done what it was told, and returned this. */
  | { readonly type: 'done'; readonly value: unknown }
  /** The function has answered with the error of its `result`, as a text. */
  | { readonly type: 'refused'; readonly reason: string }
  /** It cannot be called any more. */
  | { readonly type: 'ended'; readonly reason: string; readonly stack: string }
  /** What it returned is not sent. */
  | { readonly type: 'too-large'; readonly reason: string }
  /** It waits for an answer. `size`: of the arguments, in bytes. */
  | { readonly type: 'ask'; readonly name: string; readonly args: readonly unknown[]; readonly size: number };
