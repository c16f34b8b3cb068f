import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Failure } from '../../../../shared/contract/errors.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { visibleBaseName } from '../../../base/paths.ts';
import { CopyButton } from '../../../dialogs/CopyButton.tsx';
import { closeDocument } from '../close-document.ts';
import { answerToDisk, comparedVersion, type DocumentState } from '../document-state.ts';
import { saveDocumentAs } from '../saving/save-as.ts';
import { saveDocument } from '../saving/save-document.ts';
import styles from './DiskBar.module.css';
import { keepMine, loadFromDisk, showDifferences } from './disk-changes.ts';

const ComparisonBar = lazy(() => import('../../comparison/ComparisonBar.tsx'));

/** Asks what to do when the disk and the edits differ. Below the text, so that this does not move. */
export function DiskBar({ document }: { readonly document: DocumentState }) {
  // Changes that need no question were loaded when they were reported.
  if (answerToDisk(document) === 'nothing') return null;
  const { path } = document;
  if (comparedVersion(document)) {
    return (
      <Suspense>
        <ComparisonBar path={path} />
      </Suspense>
    );
  }
  const name = visibleBaseName(path);
  const { disk } = document;
  const isGone = disk.kind === 'gone';
  return (
    <div role="alert" className={styles.bar}>
      <TriangleAlert size={16} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        {isGone ? whyGone(name, disk.failure) : `${name} changed on disk. Your edits are kept here.`}
      </p>
      {isGone ? (
        <>
          {disk.failure.code === 'file-replaced' ? (
            <Button onClick={() => void loadFromDisk(path)}>Load what it leads to</Button>
          ) : (
            <Button onClick={() => void saveDocument(path)}>Save again</Button>
          )}
          <Button onClick={() => void saveDocumentAs(path)}>Save As…</Button>
          <CopyButton label="Copy path" text={path} />
          <Button onClick={() => void closeDocument(path)}>Close tab</Button>
        </>
      ) : (
        <>
          <Button onClick={() => showDifferences(path, true)}>Compare</Button>
          <Button onClick={() => keepMine(path)}>Keep mine</Button>
          <Button onClick={() => void loadFromDisk(path)}>Take theirs</Button>
        </>
      )}
    </div>
  );
}

/** The file may be deleted, have become binary, or be unreadable. */
const whyGone = (name: string, { code, message }: Failure): string =>
  `${code === 'file-not-found' ? `${name} is no longer on disk.` : message} Its text is kept here.`;
