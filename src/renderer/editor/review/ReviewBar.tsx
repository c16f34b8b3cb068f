import type { EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { formatKey } from '../../base/commands/keys.ts';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { isMac } from '../../base/environment.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { focusEditor, runInEditor } from '../sessions.ts';
import { useChunkPlace } from './chunk-place.ts';
import { openAtFirstChange } from './follow-review.ts';
import { goToNext, goToPrevious } from './go-to-chunk.ts';
import styles from './ReviewBar.module.css';
import { acceptFile, rejectFile } from './review-requests.ts';
import { isShownInEditor, useReviewedFiles } from './reviewed-files.ts';

const go = (command: (view: EditorView) => boolean) => {
  runInEditor(command);
  focusEditor();
};

/** Empty before the changes are marked, and when none is in the text. */
function placeText(count: number, at: number | null): string {
  if (at !== null) return `Change ${at + 1} of ${count}`;
  return count === 0 ? '' : count === 1 ? '1 change' : `${count} changes`;
}

export default function ReviewBar({ path }: { readonly path: string }) {
  const { threadId, files: all } = useReviewedFiles();
  const { count, at } = useChunkPlace();
  const files = all.filter(isShownInEditor);
  const place = files.findIndex((file) => file.path === path);
  const next = files[(place + 1) % files.length];
  const name = visibleBaseName(path);
  // At least two digits, so that the arrows do not move between files either.
  const most = Math.max(count, 10);
  const decide = (act: typeof acceptFile) => {
    // The bar disappears with the last change, and would take the focus along.
    focusEditor();
    void act(threadId, path);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div role="group" aria-label={`Changes of ${name}`} className={styles.bar}>
      <span className={styles.place} data-widest={`Change ${most} of ${most}`}>
        {placeText(count, at)}
      </span>
      <IconButton
        label="Previous change"
        shortcut={formatKey('Shift+F7', isMac)}
        disabled={count === 0}
        onClick={() => go(goToPrevious)}
      >
        <ArrowUp size={16} />
      </IconButton>
      <IconButton
        label="Next change"
        shortcut={formatKey('F7', isMac)}
        disabled={count === 0}
        onClick={() => go(goToNext)}
      >
        <ArrowDown size={16} />
      </IconButton>
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
