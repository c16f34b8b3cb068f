import { Check, ChevronDown, ChevronUp, SquareArrowOutUpRight, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import type { ChangedFile } from '../../../shared/contract/change.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { dismissOverlays } from '../../base/layout/layout-store.ts';
import { relativePath, shownParent, visibleBaseName } from '../../base/paths.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { acceptFile, rejectFile } from '../../editor/review/review-requests.ts';
import { useProjectRoot } from '../panel/app-links.ts';
import { useKeyboardHome } from '../panel/use-keyboard-home.ts';
import { Counts } from '../tools/Counts.tsx';
import styles from './changes.module.css';
import { FileReview } from './FileReview.tsx';
import { showReviewOf } from './review-panel.ts';

export interface ChangedFileRowProps {
  readonly threadId: string;
  readonly file: ChangedFile;
  /** Its changes are unfolded below it. */
  readonly isShown: boolean;
}

export function ChangedFileRow({ threadId, file, isShown }: ChangedFileRowProps) {
  const root = useProjectRoot();
  const row = useRef<HTMLLIElement>(null);
  useKeyboardHome(row, 'section');
  const { path, kind, isText, added, removed } = file;
  const relative = relativePath(root, path);
  const name = visibleBaseName(path);
  const folder = visibleName(shownParent(relative, path));
  const open = () => {
    dismissOverlays();
    void openDocument(path);
  };
  return (
    <li ref={row} className={styles.file}>
      <div className={styles.row}>
        <span className={styles.name} title={visibleName(relative)}>
          <span data-kind={kind} className={styles.base}>
            {name}
          </span>{' '}
          {folder !== '' && <span className={styles.folder}>{folder}</span>}{' '}
          <span className={styles.kind}>{kindWords(file, root)}</span>
        </span>
        <Counts added={added} removed={removed} />
        <span className={styles.actions}>
          {isText && (
            <Button
              isSmall
              aria-expanded={isShown}
              aria-label={`Review ${name}`}
              onClick={() => showReviewOf(isShown ? null : path)}
            >
              Review {isShown ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
            </Button>
          )}
          <IconButton label={`Open ${name} in the editor`} disabled={kind === 'deleted' || !isText} onClick={open}>
            <SquareArrowOutUpRight size={14} />
          </IconButton>
          <IconButton label={`Reject the changes of ${name}`} onClick={() => void rejectFile(threadId, path)}>
            <Undo2 size={14} />
          </IconButton>
          <IconButton label={`Accept the changes of ${name}`} onClick={() => void acceptFile(threadId, path)}>
            <Check size={14} />
          </IconButton>
        </span>
      </div>
      {isShown && isText && <FileReview key={threadId} threadId={threadId} file={file} />}
    </li>
  );
}

function kindWords({ kind, movedFrom, isText }: ChangedFile, root: string | undefined): string {
  const words = [
    movedFrom !== undefined && `moved from ${visibleName(relativePath(root, movedFrom))}`,
    kind === 'created' && movedFrom === undefined && 'new',
    kind === 'deleted' && 'deleted',
    !isText && 'no text',
  ];
  return words.filter(Boolean).join(', ');
}
