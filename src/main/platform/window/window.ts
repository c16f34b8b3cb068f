import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { Settings } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { StateStore } from '../../settings/state-store.ts';
import { appPage } from '../app-files.ts';
import { chooseBounds, minimumSize } from './window-bounds.ts';

/** How the window looks, and where it was. */
export interface WindowStores {
  readonly settings: SettingsStore;
  readonly state: StateStore;
}

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  /** Theme and place; the window's page starts before they are read. */
  readonly stores: Promise<WindowStores>;
}

/** The surfaces of tokens.css, so that the first frame has the colour of the second. */
const backgrounds = { light: '#ffffff', dark: '#1b1e22' };

/** Makes the system's own surfaces (menus, dialogs, the media query) follow the person's choice. */
function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Makes the window and begins to load the page; it shows itself with its first frame, where the settings want it. */
export function createWindow({ preloadPath, stores }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...boundsFor(undefined),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Outrigger',
    show: false,
    backgroundColor: background(),
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
  const painted = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()));
  void stores.then(async ({ settings, state }) => {
    const { window: place } = state.get();
    applyTheme(settings.get().theme);
    settings.onChange((present) => applyTheme(present.theme));
    if (window.isDestroyed()) return;
    window.setBackgroundColor(background());
    window.setBounds(boundsFor(place));
    await painted;
    if (window.isDestroyed()) return;
    // Maximizing shows the window too, so it must wait for the first frame as well.
    if (place?.isMaximized) window.maximize();
    window.show();
    rememberBounds(window, (bounds) => state.update((present) => ({ ...present, window: bounds })));
  });
  void window.loadURL(appPage).catch(() => undefined);
  return window;
}

const background = (): string => (nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light);

function boundsFor(place: AppState['window']): ReturnType<typeof chooseBounds> {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return chooseBounds(
    place,
    [primary, ...others].map(({ workArea }) => workArea),
  );
}

/** @param onBounds told where the window is, each time that it rests */
function rememberBounds(window: BrowserWindow, onBounds: (bounds: NonNullable<AppState['window']>) => void): void {
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
