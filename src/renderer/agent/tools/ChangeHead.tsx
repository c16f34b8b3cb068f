import type { ShownChange } from '../../../shared/contract/tool.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Counts } from './Counts.tsx';
import styles from './effects.module.css';
import { formatChange } from './format-effect.ts';

/** The path of a changed file, the kind of change in words, and its line counts. */
export function ChangeHead({ change }: { readonly change: ShownChange }) {
  const words = formatChange(change);
  return (
    <span className={styles.changeHead}>
      <code className={styles.path}>{visibleText(change.path)}</code>
      {words !== '' && <span className={styles.quiet}>{words}</span>}
      <Counts added={change.added} removed={change.removed} />
    </span>
  );
}
