import { eventPortMessage, type MainEvent, type RendererApi } from '../shared/contract/renderer-api.ts';
import { createEmitter } from '../shared/emitter.ts';

/** The only reader of `window.outrigger` and of the event port. */

declare global {
  interface Window {
    readonly outrigger: RendererApi;
  }
}

export const api: RendererApi = window.outrigger;

const mainEvents = createEmitter<MainEvent>((error) => reportError(error));

/** Subscribes to main's events. @returns the undo */
export const onMainEvents = mainEvents.on;

/** Raises an event of the renderer's own, such as a command from the keyboard; main does not hear it. */
export const raise = mainEvents.emit;

window.addEventListener('message', ({ source, data, ports }) => {
  const [port] = ports;
  if (source !== window || data !== eventPortMessage || !port) return;
  port.onmessage = ({ data: events }: MessageEvent<readonly MainEvent[]>) => {
    for (const event of events) raise(event);
  };
});
