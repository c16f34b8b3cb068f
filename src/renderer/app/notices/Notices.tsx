import { CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { formatSeconds, useNow } from '../use-now.ts';
import styles from './Notices.module.css';
import { dismissNotice, type ShownNotice, useNotices } from './notices-store.ts';
import { isPassing, passesAfter } from './passing-notice.ts';

const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;

/** Quiet messages above the status bar, the newest at the bottom. */
export function Notices() {
  const notices = useNotices((state) => state.notices);
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

function NoticeCard({ notice }: { readonly notice: ShownNotice }) {
  const Icon = icons[notice.severity];
  const holding = usePassing(notice);
  return (
    <section className={styles.notice} data-severity={notice.severity} {...holding}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        {visibleText(notice.text)}
        {notice.since !== undefined && <Lasting since={notice.since} />}
      </p>
      <IconButton label="Dismiss" className={styles.dismiss} onClick={() => dismissNotice(notice.id)}>
        <X size={16} />
      </IconButton>
      {notice.actions.length > 0 && (
        <div className={styles.actions}>
          {notice.actions.map((action) => (
            <Button key={action.id} onClick={action.run}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** How long it has been so. It is not said aloud each second. */
function Lasting({ since }: { readonly since: number }) {
  const now = useNow(true);
  return <span aria-hidden className={styles.since}>{` For ${formatSeconds(now - since)}.`}</span>;
}

/** Lets a notice leave that only tells. @returns the listeners that keep it while the pointer or the focus is on it */
function usePassing(notice: ShownNotice) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (isHeld || !isPassing(notice)) return;
    const timer = setTimeout(() => dismissNotice(notice.id), passesAfter);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
