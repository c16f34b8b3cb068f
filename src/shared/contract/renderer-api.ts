import type { MainEventOf } from './main-events.ts';
import type { MainApi } from './methods/renderer-methods.ts';

/**
 * All calls from the renderer to main, by service. Main checks sender and arguments of every call
 * (src/main/platform/renderer-gateway.ts). Events come the other way as `MainEvent`s over a MessagePort, which
 * `events.connect` asks for.
 */
export type RendererApi = Omit<MainApi, 'workspace'> & {
  readonly workspace: MainApi['workspace'] & {
    /** Path of a dropped file or folder. Answered by the preload itself; "" for a file that is not on disk. */
    pathOf(file: File): string;
  };
};

export type MainEvent = MainEventOf;

/** Global name under which the preload exposes the API, and the marker of the message that carries the event port. */
export const apiName = 'outrigger';
export const eventPortMessage = 'outrigger:event-port';
