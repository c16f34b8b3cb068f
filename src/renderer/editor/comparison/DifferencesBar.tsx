import { useLayoutEffect } from 'react';
import { classNames } from '../../base/class-names.ts';
import { Button } from '../../base/controls/Button.tsx';
import { visibleBaseName } from '../../base/paths.ts';
import { ChunkSteps } from '../chunks/ChunkSteps.tsx';
import { useChunkPlace } from '../chunks/reported-chunk.ts';
import { focusEditor } from '../panes/pane-views.ts';
import styles from './ComparisonBar.module.css';
import { type Compared, endComparison } from './differences-store.ts';
import { followDifferences } from './show-differences.ts';

export interface DifferencesBarProps {
  readonly path: string;
  readonly compared: Compared;
}

/** Leads through the differences between a text and what it is compared with. */
export default function DifferencesBar({ path, compared }: DifferencesBarProps) {
  const { count } = useChunkPlace(path);
  useLayoutEffect(followDifferences, []);
  const other = compared.kind === 'saved' ? 'the saved file' : visibleBaseName(compared.path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div
      role="group"
      aria-label={`Differences of ${visibleBaseName(path)} and ${other}`}
      className={classNames(styles.bar, styles.above)}
    >
      <ChunkSteps path={path} />
      <p className={styles.text}>
        {count === 0 ? `No differences to ${other}.` : `Unnumbered lines are those of ${other}.`}
      </p>
      <Button
        isSmall
        onClick={() => {
          // The bar disappears, and would take the focus along.
          focusEditor();
          endComparison(path);
        }}
      >
        End comparison
      </Button>
    </div>
  );
}
