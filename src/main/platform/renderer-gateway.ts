import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Logger } from './logger.ts';
import { BadCallError, callHandler, channels, type RendererHandlers } from './renderer-calls.ts';
import type { RendererEvents } from './renderer-events.ts';

export interface RendererGatewayOptions {
  readonly handlers: RendererHandlers;
  /** Whether these are the contents of a window of the app. */
  readonly isOurs: (contents: WebContents) => boolean;
  /** Whether a URL is the app's page. */
  readonly isOwnPage: (url: string) => boolean;
  /** Connected when the page asks for it. */
  readonly events: Pick<RendererEvents, 'connect'>;
  readonly log: Logger;
}

/**
 * The only user of ipcMain: one channel for each method of the contract, answered only to the main frame of the
 * app's own page, with checked arguments.
 */
export function registerRendererApi({ handlers, isOurs, isOwnPage, events, log }: RendererGatewayOptions): void {
  function refusal({ sender, senderFrame }: IpcMainInvokeEvent): string | null {
    if (!senderFrame || senderFrame !== sender.mainFrame) return 'a frame that is not the main one';
    if (!isOurs(sender)) return 'contents that are no window of the app';
    return isOwnPage(senderFrame.url) ? null : 'a page that is not the app’s';
  }

  for (const channel of channels) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      const refused = refusal(event);
      if (refused) {
        log.warn(`refused ${channel} from ${refused}`);
        throw new Error('This page may not call the app.');
      }
      if (channel === 'events.connect') return events.connect(event.senderFrame);
      try {
        return await callHandler(handlers, channel, args);
      } catch (error) {
        log.error(`${channel} failed`, error);
        // A new error: neither a stack nor a cause of main leaves it.
        throw new Error(error instanceof BadCallError ? error.message : 'The app could not do that. The log says why.');
      }
    });
  }
}
