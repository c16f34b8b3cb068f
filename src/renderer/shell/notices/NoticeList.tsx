import { useRef } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { forgetAllNotices, forgetNotice, type KeptNotice, useNotices } from '../../base/notices/notices-store.ts';
import { StatusPopover } from '../status/StatusPopover.tsx';
import { NoticeBody } from './NoticeBody.tsx';
import styles from './NoticeList.module.css';

/** The notices of this session, the newest first, with what they still offer. */
export default function NoticeList({ onClose }: { onClose(): void }) {
  const notices = useNotices((state) => state.notices);
  const list = useRef<HTMLDivElement>(null);
  /** The focus must not be lost with a row that is removed. */
  const keepKeyboard = () => list.current?.focus();
  return (
    <StatusPopover title="Notifications" onClose={onClose}>
      {(close) => (
        <div ref={list} tabIndex={-1} className={styles.list}>
          {notices.length === 0 ? (
            <p className={styles.empty}>No notifications. Those that have left the screen are kept here.</p>
          ) : (
            <>
              <NoticeRows
                notices={notices}
                onAct={(run) => {
                  close();
                  run();
                }}
                onGone={keepKeyboard}
              />
              <Button
                isSmall
                onClick={() => {
                  forgetAllNotices();
                  keepKeyboard();
                }}
              >
                Clear all
              </Button>
            </>
          )}
        </div>
      )}
    </StatusPopover>
  );
}

interface NoticeRowsProps {
  /** The newest last. */
  readonly notices: readonly KeptNotice[];
  onAct(run: () => void): void;
  onGone(): void;
}

/** What waits for the person stays until it is withdrawn. */
export const NoticeRows = ({ notices, onAct, onGone }: NoticeRowsProps) => (
  <ul>
    {notices.toReversed().map((notice) => {
      const dismiss = () => {
        forgetNotice(notice.id);
        onGone();
      };
      return (
        <li key={notice.id} className={styles.notice}>
          <NoticeBody notice={notice} showsTime onAct={onAct} onDismiss={notice.isPending ? undefined : dismiss} />
        </li>
      );
    })}
  </ul>
);
