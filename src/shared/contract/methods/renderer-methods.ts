import { editorMethods } from './editor-methods.ts';
import { lateMethods } from './late-methods.ts';
import type { Callable, Implemented, RendererMethodTable } from './method.ts';

/**
 * All methods of main for the renderer, each once: its arguments as schemas, and the type of its result. The types at
 * both ends, the check of every call, the preload and the IPC channels (`group.method`) come from here. Objects are
 * strict, so that an unknown key is refused; only the parts of the settings keep unknown ones, as the settings do.
 */
export const rendererMethods = { ...editorMethods, ...lateMethods } satisfies RendererMethodTable;

type Table = typeof rendererMethods;
export type MainApi = Callable<Table>;
export type Channel = { [G in keyof Table]: `${G}.${Extract<keyof Table[G], string>}` }[keyof Table];

/** Implemented in main; `events.connect` is the gateway's own. */
export type EditorHandlers = Omit<Implemented<typeof editorMethods>, 'events'>;
export type LateHandlers = Implemented<typeof lateMethods>;

/** Names of the methods by group; the build passes them to the preload, which has no room for schemas. */
export const methodNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(rendererMethods).map(([group, methods]) => [group, Object.keys(methods)]),
);
