import { ChevronRight } from 'lucide-react';
import styles from '../Messages.module.css';

/** What stands behind a failure, such as the last lines of a log, folded. Nothing where there is none. */
export const FailureDetail = ({ detail = '' }: { readonly detail?: string | undefined }) =>
  detail !== '' && (
    <details className={styles.fold}>
      <summary className={styles.foldHead}>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        Details
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <pre className={styles.detail} tabIndex={0}>
        {detail}
      </pre>
    </details>
  );
