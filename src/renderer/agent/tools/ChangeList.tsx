import type { ShownChange } from '../../../shared/contract/tool.ts';
import { Counts } from './Counts.tsx';
import { DiffLines } from './DiffLines.tsx';
import styles from './effects.module.css';
import { formatChange } from './format-effect.ts';
import { visibleText } from './visible-text.ts';

export interface ChangeListProps {
  readonly changes: readonly ShownChange[];
  /** Each says which file it is of. */
  readonly isNamed: boolean;
}

/** Changes of files, each with its path, what happens to it in words, and its lines. */
export function ChangeList({ changes, isNamed }: ChangeListProps) {
  return (
    <ul className={styles.changes}>
      {changes.map((change, index) => {
        const { path, patch, isCut, added, removed } = change;
        const words = formatChange(change);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one effect never change, and may name a file twice
          <li key={index}>
            {isNamed && (
              <p className={styles.changeHead}>
                <code className={styles.path}>{visibleText(path)}</code>
                {words !== '' && <span className={styles.quiet}>{words}</span>}
                <Counts added={added} removed={removed} />
              </p>
            )}
            <DiffLines patch={patch} path={path} isCut={isCut} />
          </li>
        );
      })}
    </ul>
  );
}
