import type { BrowserWindow, WebContents } from 'electron';
import { createEmitter, type Subscribe } from '../../shared/emitter.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { CloseGuard } from './close-guard.ts';
import type { Logger } from './logger.ts';
import { applyTheme, createWindow } from './window.ts';
import { guardWindow } from './window-guard.ts';

export type WindowEvent =
  | { readonly type: 'focused' }
  /** It was about to close, and the person wants it to stay. */
  | { readonly type: 'stays' }
  /** Its process ended and is loaded again; the unsaved changes of so many documents went with it. */
  | { readonly type: 'crashed'; readonly lostDocuments: number };

export interface AppWindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  readonly settings: SettingsStore;
  /** Publishes `close-requested`. */
  readonly askRenderer: () => void;
  readonly log: Logger;
}

/** The one window of the app, while there is one. */
export interface AppWindow {
  readonly on: Subscribe<WindowEvent>;
  /** Makes it, or brings the one that is there to the front. The app must be ready. */
  show(): void;
  current(): BrowserWindow | null;
  /** Whether these are its contents. */
  owns(contents: WebContents): boolean;
  readonly answerClose: CloseGuard['answer'];
  readonly setUnsavedCount: CloseGuard['setUnsavedCount'];
  /** Pastes where its keyboard is. */
  paste(): void;
}

export function createAppWindow({ preloadPath, settings, askRenderer, log }: AppWindowOptions): AppWindow {
  const { on, emit } = createEmitter<WindowEvent>((error, { type }) => log.error(`the window ${type}`, error));
  let open: { readonly window: BrowserWindow; readonly guard: CloseGuard } | null = null;

  function make(): void {
    applyTheme(settings.get().theme);
    const window = createWindow({
      preloadPath,
      settings: settings.get(),
      onBounds: (bounds) => settings.update((present) => ({ ...present, window: bounds })),
    });
    const guard = guardWindow({
      window,
      askRenderer,
      onStay: () => emit({ type: 'stays' }),
      onCrash: (lostDocuments) => emit({ type: 'crashed', lostDocuments }),
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
    show() {
      if (!open) return make();
      const { window } = open;
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    current: () => open?.window ?? null,
    owns: (contents) => contents === open?.window.webContents,
    answerClose: (mayClose) => open?.guard.answer(mayClose),
    setUnsavedCount: (count) => open?.guard.setUnsavedCount(count),
    paste: () => open?.window.webContents.paste(),
  };
}
