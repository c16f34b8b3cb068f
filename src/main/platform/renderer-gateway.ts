import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Channel } from '../../shared/contract/methods/renderer-methods.ts';
import { isOwnPage } from './app-files.ts';
import { BadCallError } from './bad-call-error.ts';
import type { Logger } from './logger.ts';
import type { HandledChannel } from './renderer-calls.ts';
import type { RendererEvents } from './renderer-events.ts';

/** `methodNames` of the contract, inserted by the build: the schemas are loaded later, together with the page. */
declare const __METHOD_NAMES__: Readonly<Record<string, readonly string[]>>;

export interface RendererGatewayOptions {
  /** Whether the contents belong to a window of the app. */
  readonly isOurs: (contents: WebContents) => boolean;
  readonly log: Logger;
}

export interface RendererApiGateway {
  /** Call once; earlier calls of the page have waited for it. */
  serve(api: ServedApi): void;
}

export interface ServedApi {
  /**
   * Answers a call.
   * @param args unvalidated
   * @throws BadCallError, whose message the page gets; other errors are only logged
   */
  call(channel: HandledChannel, args: readonly unknown[]): Promise<unknown>;
  /** Connected when the page requests it. */
  readonly events: Pick<RendererEvents, 'connect'>;
}

/**
 * The only user of ipcMain: one channel per method of the contract, answered only to the main frame of the app's own
 * page.
 */
export function openRendererApi({ isOurs, log }: RendererGatewayOptions): RendererApiGateway {
  const { promise: served, resolve: serve } = Promise.withResolvers<ServedApi>();

  function refusal({ sender, senderFrame }: IpcMainInvokeEvent): string | null {
    if (!senderFrame || senderFrame !== sender.mainFrame) return 'a frame that is not the main one';
    if (!isOurs(sender)) return 'contents that are no window of the app';
    return isOwnPage(senderFrame.url) ? null : 'a page that is not the app’s';
  }

  async function answer(channel: Channel, event: IpcMainInvokeEvent, args: readonly unknown[]): Promise<unknown> {
    const refused = refusal(event);
    if (refused) {
      log.warn(`refused ${channel} from ${refused}`);
      throw new Error('This page may not call the app.');
    }
    const { senderFrame } = event;
    const { call, events } = await served;
    if (channel === 'events.connect') return events.connect(senderFrame);
    try {
      return await call(channel, args);
    } catch (error) {
      log.error(`${channel} failed`, error);
      // A new error, so that no stack or cause of main leaves it.
      throw new Error(error instanceof BadCallError ? error.message : 'The app could not do that. The log says why.');
    }
  }

  for (const [group, methods] of Object.entries(__METHOD_NAMES__)) {
    for (const method of methods) {
      const channel = `${group}.${method}` as Channel;
      ipcMain.handle(channel, (event, ...args: unknown[]) => answer(channel, event, args));
    }
  }
  return { serve };
}
