import { MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron';
import { eventPortMessage, type MainEvent } from '../../shared/contract/renderer-api.ts';
import { createEventBacklog } from './event-backlog.ts';

/** The way of events to the page, which may come and go. */
export type RendererEvents = ReturnType<typeof createRendererEvents>;

/** @param onConnect a page connects; told before it is */
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
    /** Tells the renderer; events of one turn of the loop travel as one message. */
    publish(event: MainEvent) {
      backlog.add(event, port !== null);
      if (!port) return;
      if (batch.push(event) === 1) setImmediate(flush);
    },
    /** Gives a page the port, and what it has to be told; an earlier port is closed. */
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
