import { type KeyboardEvent, useRef } from 'react';
import { NoticeBody } from './NoticeBody.tsx';
import styles from './Notices.module.css';
import { dismissNotice, type KeptNotice, useNotices } from './notices-store.ts';
import { usePassing } from './use-passing.ts';

/** Quiet messages above the status bar, the newest at the bottom. */
export function Notices() {
  const notices = useNotices((state) => state.notices).filter(({ isOnScreen }) => isOnScreen);
  return (
    <div className={styles.stack}>
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
