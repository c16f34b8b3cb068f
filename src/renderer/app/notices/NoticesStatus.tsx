import { Bell } from 'lucide-react';
import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { NoticeList } from '../shell/lazy-parts.ts';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import styles from '../status/StatusBar.module.css';
import { closeNoticeList, openNoticeList, useNotices } from './notices-store.ts';

export const bellId = 'notifications';

/** How many notices have left unseen; a click lists all. */
export function NoticesStatus() {
  const unseen = useNotices(({ notices }) => notices.filter(({ isUnseen }) => isUnseen).length);
  const isListOpen = useNotices((state) => state.isListOpen);
  return (
    <>
      <button
        id={bellId}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isListOpen}
        aria-label={unseen === 0 ? 'Notifications' : `Notifications, ${unseen} unseen`}
        title="Notifications"
        onClick={openNoticeList}
      >
        <Bell size={14} aria-hidden />
        {unseen > 0 && unseen}
      </button>
      {isListOpen &&
        createPortal(
          <PartBoundary name="The list of notifications">
            <Suspense>
              <NoticeList onClose={closeNoticeList} />
            </Suspense>
          </PartBoundary>,
          // The status bar cuts off what is wider than it.
          document.body,
        )}
    </>
  );
}
