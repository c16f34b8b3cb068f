import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import type { Logger } from './logger.ts';

export interface QuitOptions {
  /** Closes what has to be closed: extension hosts, settings, logs. */
  shutdown(): Promise<void>;
  /** Whether a thread is at work that the process would wait for at its end, however long it takes. */
  isHeldUp(): boolean;
  /** Milliseconds that `shutdown` has. */
  readonly closeMs: number;
  readonly log: Logger;
}

/**
 * Ends the app when its last window is gone, after `shutdown` or when its time is over. Child processes that are left are
 * ended with the app by `shutdown` or by the runtime.
 * @returns `stay`, for when the person wants the window to stay after all
 */
export function setupQuit({ shutdown, isHeldUp, closeMs, log }: QuitOptions): { stay(): void } {
  let isClosing = false;
  /** A window that asked about unsaved text first has called the quit off; when it goes, the quit goes on. */
  let isWanted = false;
  app.on('before-quit', () => {
    isWanted = true;
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || isWanted) app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    const closed = shutdown().catch((error) => log.error('closing failed', error));
    void Promise.race([closed, delay(closeMs)]).then(() => {
      // It would stay behind for ever, without a window, and keep every later start from opening one.
      if (isHeldUp()) process.kill(process.pid, 'SIGKILL');
      app.exit();
    });
  });
  return {
    stay() {
      isWanted = false;
    },
  };
}
