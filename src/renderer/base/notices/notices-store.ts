import { create } from 'zustand';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { api } from '../../bridge.ts';
import { isPassing, isToDecide } from './passing-notice.ts';

/** A notice of the renderer itself. */
export interface LocalNotice {
  readonly severity: Notice['severity'];
  /** A sentence: the event, what was kept, the next step. */
  readonly text: string;
  readonly actions?: readonly { readonly label: string; run(): void }[];
}

export interface KeptNotice {
  readonly id: string;
  readonly severity: Notice['severity'];
  readonly text: string;
  readonly since?: number | undefined;
  /** As in `Notice`. */
  readonly isPending?: true | undefined;
  /** Those that can still be done; none of a notice of main that was dismissed. */
  readonly actions: readonly { readonly id: string; readonly label: string; run(): void }[];
  /** Main waits to hear that it has been read. */
  readonly isOfMain: boolean;
  /** When it came, in ms since 1970. */
  readonly at: number;
  /** Shown over the editor; false: in the list alone. */
  readonly isOnScreen: boolean;
  /** Its time on screen ran out, and nobody has opened the list since. */
  readonly isUnseen: boolean;
}

interface NoticesState {
  /** Of this session, the newest last. */
  readonly notices: readonly KeptNotice[];
  readonly isListOpen: boolean;
}

export const maxNotices = 50;

/** More of them would hide the text that they are about. */
const maxOnScreen = 3;

/** Notices over the editor, in the order in which they came, and those that have no room there until one of these leaves. */
export function splitOnScreen(notices: readonly KeptNotice[]): {
  readonly shown: KeptNotice[];
  readonly more: KeptNotice[];
} {
  const onScreen = notices.filter(({ isOnScreen }) => isOnScreen);
  const [tells, asks] = [onScreen.filter((one) => !isToDecide(one)), onScreen.filter(isToDecide)];
  const first = new Set([...tells, ...asks].slice(-maxOnScreen));
  return { shown: onScreen.filter((one) => first.has(one)), more: onScreen.filter((one) => !first.has(one)) };
}

export const useNotices = create<NoticesState>(() => ({ notices: [], isListOpen: false }));

let count = 0;

/** Shows a notice until it is dismissed, has passed or one of its actions is chosen. @returns a function that withdraws it */
export function notify({ severity, text, actions = [] }: LocalNotice): () => void {
  const same = useNotices.getState().notices.find((notice) => !notice.isOfMain && notice.text === text);
  const id = same?.id ?? `local-${++count}`;
  const withdraw = () => {
    // By now another notice with the same words may be in its place.
    if (find(id)?.actions === shown) withdrawNotice(id);
  };
  const shown = actions.map(({ label, run }, index) => ({
    id: String(index),
    label,
    run: () => {
      withdraw();
      run();
    },
  }));
  put({ id, severity, text, actions: shown, isOfMain: false });
  return withdraw;
}

/** Shows a notice of main; its actions are carried out there, and main says when it goes. */
export function showNotice({ id, severity, text, since, isPending, actions }: Notice): void {
  const withRun = actions.map((action) => ({ ...action, run: () => void api.notices.act(id, action.id) }));
  put({ id, severity, text, since, isPending, actions: withRun, isOfMain: true });
}

/** Ends the time on screen of a notice: it stays in the list, unseen until the list is opened. */
export const passNotice = (id: string): void => leave(id, true);

/** Takes a notice off the screen that the person has read; it stays in the list while it offers actions, or waits. */
export const dismissNotice = (id: string): void => leave(id, false);

/** Takes a notice off the screen and, unless it waits, out of the list. */
export function forgetNotice(id: string): void {
  const notice = find(id);
  if (notice?.isPending) return dismissNotice(id);
  withdrawNotice(id);
  if (notice?.isOfMain) void api.notices.dismiss(id);
}

/** Forgets all but those that are ongoing or wait: their end will be told. */
export function forgetAllNotices(): void {
  for (const notice of useNotices.getState().notices) {
    if (notice.since === undefined && !notice.isPending) forgetNotice(notice.id);
  }
}

/** Removes a notice whose cause is gone. */
export const withdrawNotice = (id: string): void => setNotices((notices) => notices.filter((one) => one.id !== id));

/** Opens the list: all notices count as seen, and those that would pass by themselves leave the screen. */
export function openNoticeList(): void {
  for (const notice of useNotices.getState().notices) if (notice.isOnScreen && isPassing(notice)) passNotice(notice.id);
  setNotices((notices) => notices.map((notice) => ({ ...notice, isUnseen: false })));
  useNotices.setState({ isListOpen: true });
}

export const closeNoticeList = (): void => useNotices.setState({ isListOpen: false });

const find = (id: string): KeptNotice | undefined => useNotices.getState().notices.find((notice) => notice.id === id);

const setNotices = (change: (notices: readonly KeptNotice[]) => readonly KeptNotice[]): void =>
  useNotices.setState(({ notices }) => ({ notices: change(notices) }));

function put(notice: Omit<KeptNotice, 'at' | 'isOnScreen' | 'isUnseen'>): void {
  const shown = { ...notice, at: Date.now(), isOnScreen: true, isUnseen: false };
  const isInPlace = find(notice.id)?.isOnScreen;
  setNotices((notices) =>
    isInPlace
      ? notices.map((present) => (present.id === notice.id ? shown : present))
      : [...notices.filter(({ id }) => id !== notice.id), shown],
  );
  const { notices } = useNotices.getState();
  const oldest = notices.find(({ isOnScreen, isPending }) => !isOnScreen && !isPending);
  if (notices.length > maxNotices && oldest) forgetNotice(oldest.id);
}

function leave(id: string, byItself: boolean): void {
  const notice = find(id);
  if (!notice) return;
  const { isOfMain, isPending, actions } = notice;
  if (actions.length === 0 && !byItself && !isPending) return forgetNotice(id);
  const left = { ...notice, isOnScreen: false, isUnseen: byItself && !useNotices.getState().isListOpen };
  const isOver = isOfMain && !isPending && (actions.length === 0 || !byItself);
  // Main withdraws a notice that was read, carries out none of its actions any more, and may use its id again. When what
  // it tells of ends, nobody is told.
  const kept = isOver ? { ...left, id: `past-${++count}`, since: undefined, actions: [], isOfMain: false } : left;
  setNotices((notices) => notices.map((present) => (present.id === id ? kept : present)));
  if (isOver) void api.notices.dismiss(id);
}
