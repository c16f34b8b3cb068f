import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { Settings } from '../../../shared/contract/settings/setting-table.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { StateStore } from '../../settings/state-store.ts';
import { appPage } from '../app-files.ts';
import { chooseBounds, minimumSize } from './window-bounds.ts';

/** Theme and bounds of the window. */
export interface WindowStores {
  readonly settings: SettingsStore;
  readonly state: StateStore;
}

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  /** Theme and bounds; the page starts loading before they are read. */
  readonly stores: Promise<WindowStores>;
}

/** Surface colours of tokens.css, so that the window has its final colour before the first paint. */
const backgrounds = { light: '#ffffff', dark: '#1b1e22' };

/** Applies the chosen theme to system surfaces (menus, dialogs) and to the media query. */
function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Creates the window and starts loading the page; it is shown with its first frame and the stored bounds. */
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
      // Caches compiled code from the first start on, not only after repeated runs of a script.
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
    // After the first frame, as maximizing shows the window too.
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

/** @param onBounds called with the bounds after each move or resize has ended */
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
