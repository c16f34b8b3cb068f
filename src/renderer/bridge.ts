import { eventPortMessage, type MainEvent, type RendererApi } from '../shared/contract/renderer-api.ts';

/** The only reader of `window.outrigger` and of the event port. */

declare global {
  interface Window {
    readonly outrigger: RendererApi;
  }
}

export const api: RendererApi = window.outrigger;

const listeners = new Set<(event: MainEvent) => void>();

/** @returns the undo */
export function onMainEvent(listener: (event: MainEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners an event of the renderer's own, such as a command from the keyboard; main hears nothing of it. */
export function raise(event: MainEvent): void {
  for (const listener of [...listeners]) listener(event);
}

window.addEventListener('message', ({ source, data, ports }) => {
  const [port] = ports;
  if (source !== window || data !== eventPortMessage || !port) return;
  port.onmessage = ({ data: events }: MessageEvent<readonly MainEvent[]>) => {
    for (const event of events) raise(event);
  };
});
