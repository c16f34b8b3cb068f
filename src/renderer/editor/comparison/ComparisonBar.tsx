import { useLayoutEffect } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { visibleBaseName } from '../../base/paths.ts';
import { ChunkSteps } from '../chunks/ChunkSteps.tsx';
import { useChunkPlace } from '../chunks/reported-chunk.ts';
import { keepMine, loadFromDisk, showDifferences } from '../documents/disk/disk-changes.ts';
import { focusEditor } from '../panes/pane-views.ts';
import styles from './ComparisonBar.module.css';
import { followComparisons } from './compare-with-disk.ts';

/** Leads through the differences between a text and its file on disk. */
export default function ComparisonBar({ path }: { readonly path: string }) {
  const { count } = useChunkPlace(path);
  useLayoutEffect(followComparisons, []);
  const name = visibleBaseName(path);
  const decide = (act: (path: string) => unknown) => {
    // The bar disappears, and would take the focus along.
    focusEditor();
    void act(path);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div role="group" aria-label={`Differences of ${name}`} className={styles.bar}>
      <ChunkSteps path={path} />
      <p className={styles.text}>
        {count === 0 ? 'The lines are the same. Their ends or the encoding differ.' : 'Unnumbered lines are on disk.'}
      </p>
      <Button isSmall onClick={() => decide(keepMine)}>
        All mine
      </Button>
      <Button isSmall onClick={() => decide(loadFromDisk)}>
        All theirs
      </Button>
      <Button isSmall onClick={() => decide(() => showDifferences(path, false))}>
        Decide later
      </Button>
    </div>
  );
}
