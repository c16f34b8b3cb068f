import type { BrowserWindow, WebContents } from 'electron';
import { createEmitter } from '../../../shared/emitter.ts';
import type { Logger } from '../logger.ts';
import type { CloseGuard } from './close-guard.ts';
import { createWindow, type WindowStores } from './window.ts';
import { guardWindow } from './window-guard.ts';

export type WindowEvent =
  | { readonly type: 'focused' }
  /** The person wants to close it: the page decides whether it may close. */
  | { readonly type: 'close-asked' }
  /** Closing was cancelled by the person. */
  | { readonly type: 'stays' }
  /** Its process crashed; `unsavedDocuments`: number of those with unsaved changes. */
  | { readonly type: 'crashed'; readonly unsavedDocuments: number };

export interface AppWindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  /** Milliseconds without an answer of the page after which it counts as hung. */
  readonly aliveMs: number;
  readonly log: Logger;
}

/** The app's only window, if open. */
export type AppWindow = ReturnType<typeof createAppWindow>;

export function createAppWindow({ preloadPath, aliveMs, log }: AppWindowOptions) {
  const { on, emit } = createEmitter<WindowEvent>((error, { type }) => log.error(`the window ${type}`, error));
  const { promise: stores, resolve: follow } = Promise.withResolvers<WindowStores>();
  let open: { readonly window: BrowserWindow; readonly guard: CloseGuard } | null = null;

  function make(): void {
    const window = createWindow({ preloadPath, stores });
    const guard = guardWindow({
      window,
      aliveMs,
      askRenderer: () => emit({ type: 'close-asked' }),
      onStay: () => emit({ type: 'stays' }),
      onCrash: (unsavedDocuments) => emit({ type: 'crashed', unsavedDocuments }),
      log,
    });
    open = { window, guard };
    window.on('focus', () => emit({ type: 'focused' }));
    window.on('closed', () => {
      open = null;
    });
  }

  return {
    on,
    /** Creates the window, or brings it to the front. The app must be ready. */
    show() {
      if (!open) return make();
      const { window } = open;
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    /** Applies theme and bounds from the settings. Until then the page loads in a hidden window. Call once. */
    follow,
    current: () => open?.window ?? null,
    /** Whether the contents belong to the window. */
    owns: (contents: WebContents) => contents === open?.window.webContents,
    answerClose: (mayClose: boolean) => open?.guard.answer(mayClose),
    setUnsavedCount: (count: number) => open?.guard.setUnsavedCount(count),
    /** Pastes at the keyboard focus. */
    paste: () => open?.window.webContents.paste(),
  };
}
