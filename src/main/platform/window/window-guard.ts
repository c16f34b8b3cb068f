import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserWindow, dialog } from 'electron';
import { appPage } from '../app-files.ts';
import type { Logger } from '../logger.ts';
import { type CloseGuard, createCloseGuard } from './close-guard.ts';

export interface WindowGuardOptions {
  readonly window: BrowserWindow;
  /** Milliseconds without an answer of the page after which it counts as hung. */
  readonly aliveMs: number;
  /** Publishes `close-requested`. */
  readonly askRenderer: () => void;
  /** Called when the person keeps the window open. */
  readonly onStay: () => void;
  /** Called when the window's process crashed. @param unsavedDocuments number of those with unsaved changes */
  readonly onCrash: (unsavedDocuments: number) => void;
  readonly log: Logger;
}

/** Milliseconds within which a second crash does not lead to another reload. */
const crashWindow = 60_000;

/** Asks before unsaved text is lost, reloads a crashed page once, and keeps closing possible after a crash or hang. */
export function guardWindow({ window, aliveMs, askRenderer, onStay, onCrash, log }: WindowGuardOptions): CloseGuard {
  const guard = createCloseGuard({
    askRenderer,
    onStay,
    isAlive: () => isAlive(window, aliveMs),
    askNatively: (unsavedCount) => askNatively(window, unsavedCount),
    closeNow: () => window.destroy(),
  });
  let lastCrash = Number.NEGATIVE_INFINITY;

  window.on('close', (event) => {
    if (!guard.mayClose()) event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error(`the window's process ended: ${reason} (${exitCode})`);
    onCrash(guard.rendererGone());
    const isAgain = Date.now() - lastCrash < crashWindow;
    lastCrash = Date.now();
    // A page loaded during the event would end with the old process.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (isAgain) void offerReload(window);
      else reload(window);
    });
  });
  window.on('unresponsive', () => log.warn('the window does not answer'));
  window.on('responsive', () => log.info('the window answers again'));
  return guard;
}

function reload(window: BrowserWindow): void {
  void window.loadURL(appPage).catch(() => undefined);
}

async function isAlive(window: BrowserWindow, aliveMs: number): Promise<boolean> {
  if (window.isDestroyed() || window.webContents.isCrashed()) return false;
  const answered = window.webContents.executeJavaScript('true').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(aliveMs, false, { ref: false })]);
}

async function askNatively(window: BrowserWindow, unsavedCount: number): Promise<boolean> {
  const documents = unsavedCount === 1 ? 'one document' : `${unsavedCount} documents`;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window is not responding.',
    detail: `Changes in ${documents} are not saved. Everything typed until a second ago is backed up and comes back with the window.`,
    buttons: ['Wait', 'Close without saving'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

async function offerReload(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window stopped twice within a minute.',
    detail: 'Saved files are as they were. The log says more.',
    buttons: ['Reload', 'Close'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (window.isDestroyed()) return;
  if (response === 0) reload(window);
  else window.destroy();
}
