import { useRef } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { forgetAllNotices, forgetNotice, useNotices } from '../../base/notices/notices-store.ts';
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
              <ul>
                {notices.toReversed().map((notice) => (
                  <li key={notice.id} className={styles.notice}>
                    <NoticeBody
                      notice={notice}
                      showsTime
                      onAct={(run) => {
                        close();
                        run();
                      }}
                      onDismiss={
                        notice.isPending
                          ? undefined
                          : () => {
                              forgetNotice(notice.id);
                              keepKeyboard();
                            }
                      }
                    />
                  </li>
                ))}
              </ul>
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
