import { type IpcMainInvokeEvent, ipcMain, MessageChannelMain, type MessagePortMain, type WebContents } from 'electron';
import { eventPortMessage, type MainEvent } from '../../shared/contract/renderer-api.ts';
import { createEventBacklog } from './event-backlog.ts';
import type { Logger } from './logger.ts';
import { BadCallError, callHandler, channels, type RendererHandlers } from './renderer-calls.ts';

export interface RendererGatewayOptions {
  readonly handlers: RendererHandlers;
  /** Whether these are the contents of a window of the app. */
  readonly isOurs: (contents: WebContents) => boolean;
  /** Whether a URL is the app's page. */
  readonly isOwnPage: (url: string) => boolean;
  /** A page connects, for the first time or anew; what it was told before is gone. */
  readonly onConnect: () => void;
  readonly log: Logger;
}

export interface RendererGateway {
  /** Tells the renderer; events of one turn of the loop travel as one message. */
  publish(event: MainEvent): void;
  dispose(): void;
}

/**
 * The only user of ipcMain: one channel for each method of the contract, answered only to the main frame of the
 * app's own page, with checked arguments.
 */
export function registerRendererApi(options: RendererGatewayOptions): RendererGateway {
  const { handlers, isOurs, isOwnPage, onConnect, log } = options;
  const backlog = createEventBacklog();
  let port: MessagePortMain | null = null;
  let batch: MainEvent[] = [];

  function refusal({ sender, senderFrame }: IpcMainInvokeEvent): string | null {
    if (!senderFrame || senderFrame !== sender.mainFrame) return 'a frame that is not the main one';
    if (!isOurs(sender)) return 'contents that are no window of the app';
    return isOwnPage(senderFrame.url) ? null : 'a page that is not the app’s';
  }

  function connect(event: IpcMainInvokeEvent): void {
    port?.close();
    const { port1, port2 } = new MessageChannelMain();
    port = port1;
    port1.on('close', () => {
      if (port === port1) port = null;
    });
    port1.start();
    batch = [];
    onConnect();
    event.senderFrame?.postMessage(eventPortMessage, null, [port2]);
    const missed = backlog.take();
    if (missed.length > 0) port1.postMessage(missed);
  }

  function flush(): void {
    const events = batch;
    batch = [];
    if (events.length > 0) port?.postMessage(events);
  }

  for (const channel of channels) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      const refused = refusal(event);
      if (refused) {
        log.warn(`refused ${channel} from ${refused}`);
        throw new Error('This page may not call the app.');
      }
      if (channel === 'events.connect') return connect(event);
      try {
        return await callHandler(handlers, channel, args);
      } catch (error) {
        log.error(`${channel} failed`, error);
        // A new error: neither a stack nor a cause of main leaves it.
        throw new Error(error instanceof BadCallError ? error.message : 'The app could not do that. The log says why.');
      }
    });
  }

  return {
    publish(event) {
      backlog.add(event, port !== null);
      if (!port) return;
      if (batch.push(event) === 1) setImmediate(flush);
    },
    dispose() {
      for (const channel of channels) ipcMain.removeHandler(channel);
      port?.close();
    },
  };
}
