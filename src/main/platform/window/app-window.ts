import type { BrowserWindow, WebContents } from 'electron';
import { createEmitter } from '../../../shared/emitter.ts';
import type { Logger } from '../logger.ts';
import type { CloseGuard } from './close-guard.ts';
import { createWindow, type WindowStores } from './window.ts';
import { guardWindow } from './window-guard.ts';

export type WindowEvent =
  | { readonly type: 'focused' }
  /** The person wants it to close: the page is to say whether it may. */
  | { readonly type: 'close-asked' }
  /** It was about to close, and the person wants it to stay. */
  | { readonly type: 'stays' }
  /** Its process ended and is loaded again; so many documents had unsaved changes. */
  | { readonly type: 'crashed'; readonly unsavedDocuments: number };

export interface AppWindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  /** Milliseconds that the page has to answer before it counts as hung. */
  readonly aliveMs: number;
  readonly log: Logger;
}

/** The one window of the app, while there is one. */
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
    /** Makes it, or brings the one that is there to the front. The app must be ready. */
    show() {
      if (!open) return make();
      const { window } = open;
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    /** From here on it looks and lies as the settings say. Until then its page loads, and nobody sees it. Call once. */
    follow,
    current: () => open?.window ?? null,
    /** Whether these are its contents. */
    owns: (contents: WebContents) => contents === open?.window.webContents,
    answerClose: (mayClose: boolean) => open?.guard.answer(mayClose),
    setUnsavedCount: (count: number) => open?.guard.setUnsavedCount(count),
    /** Pastes where its keyboard is. */
    paste: () => open?.window.webContents.paste(),
  };
}
