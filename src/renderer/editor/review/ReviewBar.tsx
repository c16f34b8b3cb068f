import { ChevronRight } from 'lucide-react';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { visibleBaseName } from '../../base/paths.ts';
import { ChunkSteps } from '../chunks/ChunkSteps.tsx';
import { focusEditor } from '../panes/pane-views.ts';
import { openAtFirstChange } from './follow-review.ts';
import styles from './ReviewBar.module.css';
import { acceptFile, rejectFile } from './review-requests.ts';
import { isShownInEditor, useReviewedFiles } from './reviewed-files.ts';

export default function ReviewBar({ path }: { readonly path: string }) {
  const { threadId, files: all } = useReviewedFiles();
  const files = all.filter(isShownInEditor);
  const place = files.findIndex((file) => file.path === path);
  const next = files[(place + 1) % files.length];
  const name = visibleBaseName(path);
  const decide = (act: typeof acceptFile) => {
    // The bar disappears with the last change, and would take the focus along.
    focusEditor();
    void act(threadId, path);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div role="group" aria-label={`Changes of ${name}`} className={styles.bar}>
      <ChunkSteps path={path} />
      {files.length > 1 && next && (
        <>
          <span className={styles.file} data-widest={`File ${files.length} of ${files.length}`}>
            File {place + 1} of {files.length}
          </span>
          <IconButton
            label={`Next file: ${visibleBaseName(next.path)}`}
            onClick={() => void openAtFirstChange(next.path)}
          >
            <ChevronRight size={16} />
          </IconButton>
        </>
      )}
      <span className={styles.decisions}>
        <Button isSmall aria-label={`Reject all changes of ${name}`} onClick={() => decide(rejectFile)}>
          Reject file
        </Button>
        <Button
          isSmall
          variant="primary"
          aria-label={`Accept all changes of ${name}`}
          onClick={() => decide(acceptFile)}
        >
          Accept file
        </Button>
      </span>
    </div>
  );
}
