import { CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { once } from '../../../shared/once.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import type { KeptNotice } from '../../base/notices/notices-store.ts';
import { formatSeconds, useNow } from '../../base/use-now.ts';
import styles from './NoticeBody.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;

export interface NoticeBodyProps {
  readonly notice: KeptNotice;
  readonly showsTime?: boolean;
  onAct(run: () => void): void;
  /** Without, it cannot be dismissed. */
  readonly onDismiss?: (() => void) | undefined;
}

/** The text and actions of a notice, on the screen and in the list. */
export function NoticeBody({ notice, showsTime = false, onAct, onDismiss }: NoticeBodyProps) {
  const { severity, text, since, actions, at } = notice;
  const Icon = icons[severity];
  return (
    <div className={styles.body}>
      <Icon size={16} aria-hidden className={styles.icon} data-severity={severity} />
      <p className={styles.text}>
        {visibleText(text)}
        {since !== undefined && <Lasting since={since} />}
      </p>
      {onDismiss && (
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={16} />
        </IconButton>
      )}
      {(showsTime || actions.length > 0) && (
        <div className={styles.actions}>
          {actions.map(({ id, label, run }) => (
            <Button key={id} isSmall onClick={() => onAct(run)}>
              {label}
            </Button>
          ))}
          {showsTime && (
            <time className={styles.time} dateTime={new Date(at).toISOString()}>
              {timeFormat().format(at)}
            </time>
          )}
        </div>
      )}
    </div>
  );
}

const timeFormat = once(() => new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));

/** The time since an ongoing state began. Hidden from screen readers, which would read out each second. */
function Lasting({ since }: { readonly since: number }) {
  const now = useNow(true);
  return <span aria-hidden className={styles.since}>{` For ${formatSeconds(now - since)}.`}</span>;
}
