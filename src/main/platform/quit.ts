import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import type { Logger } from './logger.ts';

export interface QuitOptions {
  /** Closes extension hosts, settings and logs. */
  shutdown(): Promise<void>;
  /** Whether a native thread is busy that would keep the process from exiting, for an unlimited time. */
  isHeldUp(): boolean;
  /** Kills what the app has started, at once: such an end leaves no time for it. */
  endProcesses(): void;
  /** Timeout of `shutdown` in milliseconds. */
  readonly closeMs: number;
  readonly log: Logger;
}

/**
 * Ends the app after its last window was closed and `shutdown` has finished or timed out. Remaining child processes are
 * ended with the app, by `shutdown` or the runtime.
 * @returns `stay`, to call when the person keeps the window open
 */
export function setupQuit({ shutdown, isHeldUp, endProcesses, closeMs, log }: QuitOptions): { stay(): void } {
  let isClosing = false;
  /** A window that asks about unsaved text cancels the quit; once it has closed, the quit continues. */
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
      // The process would stay without a window, and prevent later starts from opening one.
      if (isHeldUp()) {
        endProcesses();
        process.kill(process.pid, 'SIGKILL');
      }
      app.exit();
    });
  });
  return {
    stay() {
      isWanted = false;
    },
  };
}
