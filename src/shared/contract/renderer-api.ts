import type { MainEventOf } from './main-events.ts';
import type { MainApi } from './methods/renderer-methods.ts';

/**
 * Everything the renderer can ask of main, by service. Main checks sender and arguments of every call
 * (src/main/platform/renderer-gateway.ts). What main has to tell the renderer arrives as `MainEvent`s over a MessagePort,
 * which `events.connect` asks for.
 */
export type RendererApi = Omit<MainApi, 'workspace'> & {
  readonly workspace: MainApi['workspace'] & {
    /** Where a dropped file or folder lives. Answered by the preload itself; "" for a file that is not on disk. */
    pathOf(file: File): string;
  };
};

/** What main tells the renderer. */
export type MainEvent = MainEventOf;

/** The name under which the preload exposes the API, and the marker of the message that carries the event port. */
export const apiName = 'outrigger';
export const eventPortMessage = 'outrigger:event-port';
