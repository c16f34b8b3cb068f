import { create } from 'zustand';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { api } from '../../bridge.ts';

/** A notice of the renderer itself. */
export interface LocalNotice {
  readonly severity: Notice['severity'];
  /** A sentence: what happened, what was kept, what to do. */
  readonly text: string;
  readonly actions?: readonly { readonly label: string; run(): void }[];
}

export interface ShownNotice {
  readonly id: string;
  readonly severity: Notice['severity'];
  readonly text: string;
  readonly since?: number | undefined;
  readonly actions: readonly { readonly id: string; readonly label: string; run(): void }[];
}

export const useNotices = create<{ readonly notices: readonly ShownNotice[] }>(() => ({ notices: [] }));

let localCount = 0;

/** Shows a notice until it is dismissed, has passed or one of its actions is chosen. @returns a function that withdraws it */
export function notify({ severity, text, actions = [] }: LocalNotice): () => void {
  const same = useNotices.getState().notices.find((notice) => notice.id.startsWith('local-') && notice.text === text);
  const id = same?.id ?? `local-${++localCount}`;
  const withdraw = () => withdrawNotice(id);
  const shown = actions.map(({ label, run }, index) => ({
    id: String(index),
    label,
    run: () => {
      withdraw();
      run();
    },
  }));
  put({ id, severity, text, actions: shown });
  return withdraw;
}

/** Shows a notice of main; its actions are carried out there, and main says when it goes. */
export function showNotice({ id, severity, text, since, actions }: Notice): void {
  const withRun = actions.map((action) => ({ ...action, run: () => void api.notices.act(id, action.id) }));
  put({ id, severity, text, since, actions: withRun });
}

/** The person has read it, or had the time to; a notice of main must not come back when the window is loaded anew. */
export function dismissNotice(id: string): void {
  withdrawNotice(id);
  if (!id.startsWith('local-')) void api.notices.dismiss(id);
}

export const withdrawNotice = (id: string): void =>
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

function put(notice: ShownNotice): void {
  useNotices.setState(({ notices }) => ({
    notices: notices.some(({ id }) => id === notice.id)
      ? notices.map((present) => (present.id === notice.id ? notice : present))
      : [...notices, notice],
  }));
}
