import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Settings } from '../../shared/contract/settings.ts';
import { appPage } from './app-files.ts';
import { chooseBounds, minimumSize } from './window-bounds.ts';

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  readonly settings: Settings;
  /** Where the window is, each time that it rests. */
  readonly onBounds: (bounds: NonNullable<Settings['window']>) => void;
}

/** The surfaces of tokens.css, so that the first frame has the colour of the second. */
const backgrounds = { light: '#ffffff', dark: '#1b1e22' };

/** Makes the system's own surfaces (menus, dialogs, the media query) follow the person's choice. */
export function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Makes the window and begins to load the page; it shows itself with its first frame. */
export function createWindow({ preloadPath, settings, onBounds }: WindowOptions): BrowserWindow {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const window = new BrowserWindow({
    ...chooseBounds(
      settings.window,
      [primary, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Outrigger',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Compiled code is kept from the first start on, not only after Chromium has seen a script several times.
      v8CacheOptions: 'bypassHeatCheck',
    },
  });
  window.once('ready-to-show', () => {
    // Maximizing shows the window too, so it must wait for the first frame as well.
    if (settings.window?.isMaximized) window.maximize();
    window.show();
  });
  rememberBounds(window, onBounds);
  void window.loadURL(appPage).catch(() => undefined);
  return window;
}

function rememberBounds(window: BrowserWindow, onBounds: WindowOptions['onBounds']): void {
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    clearTimeout(timer);
    if (!window.isDestroyed() && !window.isMinimized() && !window.isFullScreen()) {
      onBounds({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(report, 400);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', report);
  window.on('closed', () => clearTimeout(timer));
}
