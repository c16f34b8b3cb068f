import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { visiblePath } from '../../base/paths.ts';
import { DifferencesSlot } from '../comparison/DifferencesSlot.tsx';
import { DiskBar } from '../documents/disk/DiskBar.tsx';
import { comparedVersion } from '../documents/document-state.ts';
import { activatePane, paneOf, useDocuments } from '../documents/documents-store.ts';
import styles from '../EditorArea.module.css';
import { EditorMenu } from '../EditorMenu.tsx';
import { ReviewSlot } from '../review/ReviewSlot.tsx';
import { NoDocument } from '../start/NoDocument.tsx';
import { Tabs } from '../tabs/Tabs.tsx';
import { Unopened } from '../Unopened.tsx';
import { bodyId } from './pane.ts';
import { mountEditor } from './pane-views.ts';

const MarkdownPreview = lazy(() => import('../preview/MarkdownPreview.tsx'));

export interface PaneContentProps {
  readonly id: number;
  /** Among several, in reading order from 1; null: the only one. */
  readonly number: number | null;
  readonly isFront: boolean;
  readonly children: ReactNode;
}

/**
 * The tabs of a pane and the content of the active one. The editor's element always stays mounted; other content lies
 * over it. A pane comes to the front with the first touch, before what is touched hears of it.
 */
export function PaneContent({ id, number, isFront, children }: PaneContentProps) {
  const { active, rendered } = useDocuments((documents) => paneOf(documents, id));
  const tab = useDocuments(({ tabs }) => tabs.find(({ path }) => path === active));
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (host.current ? mountEditor(id, host.current) : undefined), [id]);
  const comeToFront = () => activatePane(id);
  return (
    <div
      {...(number !== null && { role: 'group', 'aria-label': `Pane ${number}` })}
      className={styles.content}
      data-behind={!isFront || undefined}
      onPointerDownCapture={comeToFront}
      onFocusCapture={comeToFront}
      onDropCapture={comeToFront}
    >
      <Tabs pane={id} />
      {tab?.kind === 'document' && !comparedVersion(tab.document) && (
        <DifferencesSlot path={tab.path}>
          <ReviewSlot path={tab.path} />
        </DifferencesSlot>
      )}
      <div className={styles.body}>
        <div className={styles.panel} id={bodyId(id)} data-part="editor" role="tabpanel" aria-label="Editor">
          <div ref={host} className={styles.host} data-testid="editor" />
          <EditorMenu host={host} />
          {tab === undefined && <NoDocument />}
          {tab?.kind === 'document' && rendered.includes(tab.path) && (
            <Suspense>
              <MarkdownPreview pane={id} path={tab.path} />
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
