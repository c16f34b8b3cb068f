import { useEffect } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { useDocuments } from '../../editor/documents/documents-store.ts';
import { saveDocuments } from '../../editor/documents/saving/save-document.ts';
import styles from './changes.module.css';
import { namesOf } from './in-editor-alone.ts';
import { loadReview } from './review-store.ts';

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
  return (
    <p className={styles.putBack}>
      <span>Put back in the editor, not saved: {namesOf(paths)}</span>
      <Button isSmall onClick={() => void saveDocuments(paths)}>
        Save
      </Button>
    </p>
  );
}
