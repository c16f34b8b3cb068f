import { Bell } from 'lucide-react';
import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { closeNoticeList, openNoticeList, useNotices } from '../../base/notices/notices-store.ts';
import { NoticeList } from '../lazy-parts.ts';
import { PartBoundary } from '../PartBoundary.tsx';
import styles from '../status/StatusBar.module.css';

export const bellId = 'notifications';

/** The number of unseen notices; a click opens the list of all. */
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
