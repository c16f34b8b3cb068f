import { MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron';
import { eventPortMessage, type MainEvent } from '../../shared/contract/renderer-api.ts';
import { createEventBacklog } from './event-backlog.ts';

/** Sends events to the page, which may disconnect and reconnect. */
export type RendererEvents = ReturnType<typeof createRendererEvents>;

/** @param onConnect called before a page gets its port */
export function createRendererEvents(onConnect: () => void) {
  const backlog = createEventBacklog();
  let port: MessagePortMain | null = null;
  let batch: MainEvent[] = [];

  function flush(): void {
    const events = batch;
    batch = [];
    if (events.length > 0) port?.postMessage(events);
  }

  return {
    /** Sends an event; those of one turn of the event loop are batched into one message. */
    publish(event: MainEvent) {
      backlog.add(event, port !== null);
      if (!port) return;
      if (batch.push(event) === 1) setImmediate(flush);
    },
    /** Gives a page the port and the backlog; closes an earlier port. */
    connect(frame: WebFrameMain | null) {
      port?.close();
      const { port1, port2 } = new MessageChannelMain();
      port = port1;
      port1.on('close', () => {
        if (port === port1) port = null;
      });
      port1.start();
      batch = [];
      onConnect();
      frame?.postMessage(eventPortMessage, null, [port2]);
      const missed = backlog.take();
      if (missed.length > 0) port1.postMessage(missed);
    },
    close: () => port?.close(),
  };
}
