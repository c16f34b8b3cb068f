import { type KeyboardEvent, useRef } from 'react';
import {
  dismissNotice,
  type KeptNotice,
  openNoticeList,
  splitOnScreen,
  useNotices,
} from '../../base/notices/notices-store.ts';
import { NoticeBody } from './NoticeBody.tsx';
import styles from './Notices.module.css';
import { bellId } from './NoticesStatus.tsx';
import { usePassing } from './use-passing.ts';

/** Quiet messages above the status bar, the newest at the bottom; the older ones are counted below them. */
export function Notices() {
  const { shown: notices, more } = splitOnScreen(useNotices((state) => state.notices));
  return (
    <div className={styles.stack}>
      {more.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-haspopup="dialog"
          aria-label={`${more.length} more ${more.length === 1 ? 'notification' : 'notifications'}`}
          onClick={() => {
            // This button may be gone when the list closes, which returns the focus to its opener.
            document.getElementById(bellId)?.focus();
            openNoticeList();
          }}
        >
          {more.length} more
        </button>
      )}
      {more.map((notice) => (
        <WithoutRoom key={notice.id} notice={notice} />
      ))}
      {/* Both regions are there from the start: a live region is heard only when something comes into it. */}
      <div role="status" className={styles.region}>
        {notices.map((notice) => notice.severity !== 'error' && <NoticeCard key={notice.id} notice={notice} />)}
      </div>
      <div role="alert" className={styles.region}>
        {notices.map((notice) => notice.severity === 'error' && <NoticeCard key={notice.id} notice={notice} />)}
      </div>
    </div>
  );
}

/** A notice without room on the screen: its time runs out all the same. */
function WithoutRoom({ notice }: { readonly notice: KeptNotice }) {
  usePassing(notice);
  return null;
}

function NoticeCard({ notice }: { readonly notice: KeptNotice }) {
  const { onFocus, ...holding } = usePassing(notice);
  const cameFrom = useRef<EventTarget>(null);
  const dismiss = () => {
    dismissNotice(notice.id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dismiss();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc reaches it from the buttons within
    <section
      className={styles.notice}
      {...holding}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        onFocus();
      }}
      onKeyDown={onKeyDown}
    >
      <NoticeBody notice={notice} onAct={(run) => run()} onDismiss={dismiss} />
    </section>
  );
}
