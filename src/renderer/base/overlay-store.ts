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

/** What was typed or pasted at once, or a key that types nothing, as `KeyboardEvent.key` names it. */
export type Ahead = { readonly text: string } | { readonly key: AheadKey };

/** The keys that a field with a list below it knows. */
const aheadKeys = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'] as const;
export type AheadKey = (typeof aheadKeys)[number];

interface OverlayState {
  readonly overlay: Overlay;
  /** Asked for and not on the screen yet: keys typed meanwhile are meant for it and not for the text below. */
  readonly isComing: boolean;
  readonly ahead: readonly Ahead[];
  /** The page that Settings shows, that of a provider as `{extensionId}:{providerId}`; null: the one it begins with. */
  readonly settingsAt: string | null;
  /** The element that had the focus when the overlay was asked for, and gets it back afterwards. */
  readonly cameFrom: Element | null;
}

const none: OverlayState = { overlay: null, isComing: false, ahead: [], settingsAt: null, cameFrom: null };

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

/** Call when the overlay or part has the focus, or never will. @returns what was typed and pressed until then */
export function overlayArrived(): readonly Ahead[] {
  const { ahead } = useOverlay.getState();
  useOverlay.setState({ isComing: false, ahead: [] });
  return ahead;
}

/** As `overlayArrived`, for what `awaitPart` was called for. @returns the text; none if an overlay was asked for since */
export const partArrived = (): string =>
  useOverlay.getState().overlay === null ? textAfter('', overlayArrived()) : '';

/** What a field that had `text` has after the keys; Enter is a line break, and those that move in a list are left out. */
export function textAfter(text: string, keys: readonly Ahead[]): string {
  return keys.reduce((before, each) => {
    if ('text' in each) return before + each.text;
    if (each.key === 'Enter') return `${before}\n`;
    return each.key === 'Backspace' ? before.slice(0, -1) : before;
  }, text);
}

/** The keys before the first Enter, and those after it; null: there is no Enter. */
export function splitAtEnter(keys: readonly Ahead[]): readonly [readonly Ahead[], readonly Ahead[] | null] {
  const at = keys.findIndex((each) => 'key' in each && each.key === 'Enter');
  return at < 0 ? [keys, null] : [keys.slice(0, at), keys.slice(at + 1)];
}

/** Puts keys before those that are kept for the overlay that is on its way; does nothing when there is none. */
export function typeOn(keys: readonly Ahead[]): void {
  const { isComing, ahead } = useOverlay.getState();
  if (isComing) useOverlay.setState({ ahead: [...keys, ...ahead] });
}

/** Keeps text for the overlay that is on its way. @returns whether there is one */
export function pasteAhead(text: string): boolean {
  const { isComing } = useOverlay.getState();
  if (isComing && text !== '') keep({ text });
  return isComing;
}

/** Keeps a key for the overlay that is on its way. @returns whether there is one */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (!useOverlay.getState().isComing) return false;
  const named = aheadKeys.find((each) => each === key);
  if (key === 'Escape') closeOverlay();
  else if (named) keep({ key: named });
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) keep({ text: key });
  return true;
}

const keep = (each: Ahead): void => useOverlay.setState(({ ahead }) => ({ ahead: [...ahead, each] }));
