import { setTimeout as delay } from 'node:timers/promises';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { AppState } from '../../../shared/contract/app-state.ts';
import { isDarkKind, type ThemeState } from '../../../shared/contract/themes/theme.ts';
import type { StateStore } from '../../settings/state-store.ts';
import type { ThemeService } from '../../themes/theme-service.ts';
import { appPage } from '../app-files.ts';
import { chooseBounds, minimumSize } from './window-bounds.ts';

/** Theme and bounds of the window. */
export interface WindowStores {
  readonly themes: Pick<ThemeService, 'current' | 'settled' | 'onChange'>;
  readonly state: StateStore;
}

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preloadPath: string;
  /** Theme and bounds; the page starts loading before they are read. */
  readonly stores: Promise<WindowStores>;
}

/** Milliseconds without a first frame after which the window is shown anyway: a hidden one may never get its size and paint. */
const longestHidden = 3_000;

/** Surface colours of tokens.css, so that the window has its final colour before the first paint. */
const backgrounds = {
  light: '#ffffff',
  dark: '#1b1e22',
  highContrastLight: '#ffffff',
  highContrastDark: '#000000',
};

/** Applies the theme to system surfaces (menus, dialogs), to the media query and to the window before its first paint. */
function applyTheme(window: BrowserWindow, { base, file }: ThemeState): void {
  nativeTheme.themeSource = base === 'system' ? base : isDarkKind(base) ? 'dark' : 'light';
  if (!window.isDestroyed()) window.setBackgroundColor(file?.variables['--surface-0'] ?? background(base));
}

/** Creates the window and starts loading the page; it is shown with its first frame and the stored bounds. */
export function createWindow({ preloadPath, stores }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...boundsFor(undefined),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Outrigger',
    show: false,
    backgroundColor: background('system'),
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
  void stores.then(async ({ themes, state }) => {
    const { window: place } = state.get();
    await themes.settled();
    applyTheme(window, themes.current());
    const undo = themes.onChange((theme) => applyTheme(window, theme));
    if (window.isDestroyed()) return undo();
    window.once('closed', undo);
    window.setBounds(boundsFor(place));
    await Promise.race([painted, delay(longestHidden)]);
    if (window.isDestroyed()) return;
    // After the first frame, as maximizing shows the window too.
    if (place?.isMaximized) window.maximize();
    window.show();
    rememberBounds(window, (bounds) => state.update((present) => ({ ...present, window: bounds })));
  });
  void window.loadURL(appPage).catch(() => undefined);
  return window;
}

function background(base: ThemeState['base']): string {
  const { shouldUseDarkColors, shouldUseHighContrastColors } = nativeTheme;
  const isDark = base === 'system' ? shouldUseDarkColors : isDarkKind(base);
  const isHigh = shouldUseHighContrastColors || base.startsWith('highContrast');
  if (isHigh) return isDark ? backgrounds.highContrastDark : backgrounds.highContrastLight;
  return isDark ? backgrounds.dark : backgrounds.light;
}

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
