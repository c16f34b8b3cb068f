import { FileX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { type Failure, isRetryable, nextSteps } from '../../shared/contract/errors.ts';
import { Button } from '../base/controls/Button.tsx';
import { visibleBaseName, visiblePath } from '../base/paths.ts';
import { closeDocument } from './documents/close-document.ts';
import { DiskBar } from './documents/DiskBar.tsx';
import { comparedVersion } from './documents/document-state.ts';
import { findTab, useDocuments } from './documents/documents-store.ts';
import { openDocument } from './documents/open-document.ts';
import styles from './EditorArea.module.css';
import { EditorMenu } from './EditorMenu.tsx';
import { usePreviews } from './preview/previews-store.ts';
import { ReviewSlot } from './review/ReviewSlot.tsx';
import { mountEditor } from './sessions.ts';
import { NoDocument } from './start/NoDocument.tsx';
import { Tabs } from './tabs/Tabs.tsx';

/**
 * The tabs and the content of the active one. The editor's element always stays mounted; other content lies over it, and
 * so do the children, which never cover the question below the text.
 */
export function EditorArea({ children }: { readonly children: ReactNode }) {
  const tab = useDocuments(({ active }) => findTab(active));
  const isPreviewed = usePreviews(({ paths }) => tab !== undefined && paths.has(tab.path));
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (host.current ? mountEditor(host.current) : undefined), []);
  return (
    <div className={styles.area}>
      <Tabs />
      {tab?.kind === 'document' && !comparedVersion(tab.document) && <ReviewSlot path={tab.path} />}
      <div className={styles.body}>
        <div className={styles.panel} id="editor-body" role="tabpanel" aria-label="Editor">
          <div ref={host} className={styles.host} data-testid="editor" />
          <EditorMenu host={host} />
          {tab === undefined && <NoDocument />}
          {tab?.kind === 'document' && isPreviewed && (
            <Suspense>
              <MarkdownPreview path={tab.path} />
            </Suspense>
          )}
          {tab?.kind === 'opening' && <p className={styles.opening}>Opening {visiblePath(tab.path)}</p>}
          {tab?.kind === 'failed' && <Unopened key={tab.path} path={tab.path} failure={tab.failure} />}
        </div>
        {children}
      </div>
      {tab?.kind === 'document' && <DiskBar document={tab.document} />}
    </div>
  );
}

const MarkdownPreview = lazy(() => import('./preview/MarkdownPreview.tsx'));
const ImageView = lazy(() => import('./images/ImageView.tsx'));

interface UnopenedProps {
  readonly path: string;
  readonly failure: Failure;
}

/** What cannot be edited: an image is shown, of all else it is said why. */
function Unopened({ path, failure }: UnopenedProps) {
  const [said, setSaid] = useState(failure);
  const [isImage, setImage] = useState(failure.code === 'file-binary');
  if (!isImage) return <OpenFailure path={path} failure={said} />;
  const onFailure = (next: Failure) => {
    setSaid(next);
    setImage(false);
  };
  return (
    <Suspense>
      <ImageView path={path} onFailure={onFailure} />
    </Suspense>
  );
}

/** Says why a file is not shown, and what to do. */
function OpenFailure({ path, failure }: UnopenedProps) {
  return (
    <div className={styles.instead} role="alert">
      <FileX size={24} aria-hidden className={styles.quiet} />
      <h2>Can’t preview {visibleBaseName(path)}</h2>
      <p>{failure.message}</p>
      <p className={styles.quiet}>{nextSteps[failure.code]}</p>
      <div className={styles.actions}>
        {isRetryable(failure) && <Button onClick={() => void openDocument(path)}>Try again</Button>}
        <Button onClick={() => void closeDocument(path)}>Close tab</Button>
      </div>
    </div>
  );
}
