import { createHash } from 'node:crypto';
import type { Notice } from '../../shared/contract/extensions/host-state.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';

export type NoticeBoard = ReturnType<typeof createNoticeBoard>;

/** Shows a warning that stays until it is read: none takes the place of another, and the same one is there once. */
export function warn(board: Pick<NoticeBoard, 'show'>, text: string): void {
  const id = `warning-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  board.show({ id, severity: 'warning', text, actions: [] });
}

/** Notices of main for the person, kept until they are withdrawn or replaced. */
export function createNoticeBoard(
  publish: (event: Extract<MainEvent, { type: 'notice' | 'notice-withdrawn' }>) => void,
) {
  const shown = new Map<string, { notice: Notice; act?: (actionId: string) => void; onDismiss?: () => void }>();

  function withdraw(noticeId: string): void {
    if (shown.delete(noticeId)) publish({ type: 'notice-withdrawn', noticeId });
  }

  return {
    /**
     * Shows a notice, or replaces the one of the same id.
     * @param act what an action does; the notice stays until it is withdrawn
     * @param onDismiss the person has read it and it is gone
     */
    show(notice: Notice, act?: (actionId: string) => void, onDismiss?: () => void) {
      shown.set(notice.id, { notice, ...(act && { act }), ...(onDismiss && { onDismiss }) });
      publish({ type: 'notice', notice });
    },
    withdraw,
    /** The person chose an action of a notice. An action that the notice does not offer is ignored. */
    act(noticeId: string, actionId: string) {
      const found = shown.get(noticeId);
      if (found?.notice.actions.some(({ id }) => id === actionId)) found.act?.(actionId);
    },
    /** The person has read it. */
    dismiss(noticeId: string) {
      const found = shown.get(noticeId);
      withdraw(noticeId);
      found?.onDismiss?.();
    },
  };
}
