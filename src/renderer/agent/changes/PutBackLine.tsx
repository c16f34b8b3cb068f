import { useEffect } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { visibleBaseName } from '../../base/paths.ts';
import { useDocuments } from '../../editor/documents/documents-store.ts';
import { saveDocument } from '../../editor/documents/saving/save-document.ts';
import styles from './changes.module.css';
import { loadReview } from './review-store.ts';

const maxNamed = 3;

export interface PutBackLineProps {
  readonly threadId: string;
  readonly paths: readonly string[];
}

/** Files that are as before in the editor alone: without a save the changes are there again. */
export function PutBackLine({ threadId, paths }: PutBackLineProps) {
  const all = paths.join('\n');
  const edited = useDocuments(({ tabs }) =>
    paths
      .filter((path) => tabs.some((tab) => tab.path === path && tab.kind === 'document' && tab.document.isEdited))
      .join('\n'),
  );
  // Main is not told of a redo, nor when a document is closed without having been saved.
  useEffect(() => {
    if (edited !== all) void loadReview(threadId);
  }, [edited, all, threadId]);
  const names = paths.slice(0, maxNamed).map(visibleBaseName);
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
  return (
    <p className={styles.putBack}>
      <span>
        Put back in the editor, not saved: {names.join(', ')}
        {more}
      </span>
      <Button isSmall onClick={() => void saveAll(paths)}>
        Save
      </Button>
    </p>
  );
}

async function saveAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await saveDocument(path);
}
