import { create } from 'zustand';

/**
 * The view or picker over the whole window. `files`, `place`, `symbols` and `commands` are the beginnings of one picker,
 * `extensions` and `running` those of one view; `encoding` asks which of the two after it is meant.
 */
export type Overlay =
  | 'files'
  | 'place'
  | 'symbols'
  | 'commands'
  | 'encoding'
  | 'reopenWithEncoding'
  | 'saveWithEncoding'
  | 'agentSessions'
  | 'settings'
  | 'extensions'
  | 'running'
  | null;

interface OverlayState {
  readonly overlay: Overlay;
  /** Asked for and not on the screen yet: keys typed meanwhile are meant for it and not for the text below. */
  readonly isComing: boolean;
  readonly typedAhead: string;
  /** The page that Settings shows, that of a provider as `{extensionId}:{providerId}`; null: the one it begins with. */
  readonly settingsAt: string | null;
  /** The element that had the focus when the overlay was asked for, and gets it back afterwards. */
  readonly cameFrom: Element | null;
}

const none: OverlayState = { overlay: null, isComing: false, typedAhead: '', settingsAt: null, cameFrom: null };

export const useOverlay = create<OverlayState>(() => none);

export function openOverlay(overlay: Exclude<Overlay, null>): void {
  if (useOverlay.getState().overlay === overlay) return;
  useOverlay.setState({ ...none, overlay, isComing: true, cameFrom: document.activeElement });
}

/** Keeps keys for a part of the window that is on its way, and no overlay. */
export const awaitPart = (): void => useOverlay.setState({ ...none, isComing: true });

/** @param page as `settingsAt` */
export function openSettings(page?: string): void {
  openOverlay('settings');
  if (page !== undefined) useOverlay.setState({ settingsAt: page });
}

export function extensionsViewIsOpen(): boolean {
  const { overlay } = useOverlay.getState();
  return overlay === 'extensions' || overlay === 'running';
}

export const closeOverlay = (): void => useOverlay.setState(none);

/** Call when the overlay or part has the focus, or never will. @returns the text typed until then, Enter as a line break */
export function overlayArrived(): string {
  const { typedAhead } = useOverlay.getState();
  useOverlay.setState({ isComing: false, typedAhead: '' });
  return typedAhead;
}

/** Puts text before the keys that are kept for the overlay that is on its way; does nothing when there is none. */
export function typeOn(text: string): void {
  const { isComing, typedAhead } = useOverlay.getState();
  if (isComing) useOverlay.setState({ typedAhead: text + typedAhead });
}

/** Keeps a key for the overlay that is on its way. @returns whether there is one */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { isComing, typedAhead } = useOverlay.getState();
  if (!isComing) return false;
  if (key === 'Escape') closeOverlay();
  else if (key === 'Enter') useOverlay.setState({ typedAhead: `${typedAhead}\n` });
  else if (key === 'Backspace') useOverlay.setState({ typedAhead: typedAhead.slice(0, -1) });
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) useOverlay.setState({ typedAhead: typedAhead + key });
  return true;
}
