import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { visiblePath } from '../base/paths.ts';
import { DiskBar } from './documents/DiskBar.tsx';
import { comparedVersion } from './documents/document-state.ts';
import { findTab, useDocuments } from './documents/documents-store.ts';
import styles from './EditorArea.module.css';
import { EditorMenu } from './EditorMenu.tsx';
import { usePreviews } from './preview/previews-store.ts';
import { ReviewSlot } from './review/ReviewSlot.tsx';
import { mountEditor } from './sessions.ts';
import { NoDocument } from './start/NoDocument.tsx';
import { Tabs } from './tabs/Tabs.tsx';
import { Unopened } from './Unopened.tsx';

const MarkdownPreview = lazy(() => import('./preview/MarkdownPreview.tsx'));

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
