import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { classNames } from '../base/class-names.ts';
import { fitWidths, limits } from '../base/layout/layout-math.ts';
import {
  changeLayout,
  dismissOverlays,
  panelIsShown,
  roomOf,
  treeIsShown,
  useLayout,
} from '../base/layout/layout-store.ts';
import { Splitter } from '../base/layout/Splitter.tsx';
import { closeOverlay, type Overlay, overlayArrived, partArrived, useOverlay } from '../base/overlay-store.ts';
import { EditorArea } from '../editor/EditorArea.tsx';
import styles from './App.module.css';
import {
  AgentPanel,
  DialogHost,
  EncodingPicker,
  ExtensionsView,
  FileTree,
  QuickOpen,
  SearchView,
  SessionPicker,
  SettingsDialog,
} from './lazy-parts.ts';
import { Notices } from './notices/Notices.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import { TitleBar } from './TitleBar.tsx';

/** The window: files, editor and agent panel between title bar and status bar. */
export function App() {
  const state = useLayout();
  const room = roomOf(state);
  const shown = { tree: treeIsShown(state), panel: panelIsShown(state) };
  const docked = { tree: shown.tree && room === 'wide', panel: shown.panel && room !== 'small' };
  const widths = fitWidths(state.layout, docked, state.windowWidth);
  const sideRoom = state.windowWidth - limits.editor;

  return (
    <div className={styles.app}>
      <TitleBar />
      <div className={styles.panes}>
        <aside
          id="file-tree"
          aria-label={state.side === 'files' ? 'Files' : 'Search'}
          className={classNames(styles.tree, !docked.tree && styles.overlay)}
          style={{ width: widths.tree }}
          hidden={!shown.tree}
        >
          <div className={styles.side} hidden={state.side !== 'files'}>
            <PartBoundary name="The file tree">
              <Suspense>
                <FileTree />
              </Suspense>
            </PartBoundary>
          </div>
          {state.hasSearch && (
            <div className={styles.side} hidden={state.side !== 'search'}>
              <PartBoundary name="The search" onFail={overlayArrived}>
                <Suspense>
                  <SearchView />
                </Suspense>
              </PartBoundary>
            </div>
          )}
        </aside>
        <main className={styles.middle}>
          {docked.tree && (
            <Splitter
              label="Width of the files"
              controls="file-tree"
              side="left"
              value={widths.tree}
              min={limits.tree.min}
              max={Math.min(limits.tree.max, sideRoom - (docked.panel ? limits.panel.min : 0))}
              onResize={(width) => changeLayout({ treeWidth: Math.round(width) })}
              onCollapse={() => changeLayout({ treeVisible: false })}
            />
          )}
          <div className={styles.editor}>
            <EditorArea>
              <Notices />
            </EditorArea>
          </div>
          {docked.panel && (
            <Splitter
              label="Width of the agent panel"
              controls="agent-panel"
              side="right"
              value={widths.panel}
              min={limits.panel.min}
              max={Math.min(limits.panel.max, sideRoom - (docked.tree ? widths.tree : 0))}
              onResize={(width) => changeLayout({ panelWidth: Math.round(width) })}
              onCollapse={() => changeLayout({ panelVisible: false })}
            />
          )}
        </main>
        {((shown.tree && !docked.tree) || (shown.panel && !docked.panel)) && (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons that opened it close it by keyboard
          <div className={styles.scrim} onClick={dismissOverlays} />
        )}
        <aside
          id="agent-panel"
          aria-label="Agent"
          className={classNames(styles.panel, !docked.panel && styles.sheet)}
          style={{ width: widths.panel }}
          hidden={!shown.panel}
        >
          <PartBoundary name="The agent panel" onFail={partArrived}>
            <Suspense>
              <AgentPanel />
            </Suspense>
          </PartBoundary>
        </aside>
      </div>
      <StatusBar />
      <Overlays />
      <PartBoundary name="The dialogs">
        <Suspense>
          <DialogHost />
        </Suspense>
      </PartBoundary>
    </div>
  );
}

/** The view or picker over the window, if any. */
function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  if (overlay === null) return null;
  return (
    <PartBoundary name="The dialog" key={overlay} onFail={overlayArrived}>
      <Suspense>
        <Shown overlay={overlay} />
      </Suspense>
    </PartBoundary>
  );
}

const encodingQuestions = { encoding: 'ways', reopenWithEncoding: 'reopen', saveWithEncoding: 'save' } as const;

function Shown({ overlay }: { readonly overlay: Exclude<Overlay, null> }): ReactNode {
  switch (overlay) {
    case 'files':
    case 'place':
    case 'symbols':
    case 'commands':
      return <QuickOpen begin={overlay} />;
    case 'encoding':
    case 'reopenWithEncoding':
    case 'saveWithEncoding':
      return <EncodingPicker question={encodingQuestions[overlay]} />;
    case 'agentSessions':
      return <SessionPicker />;
    case 'settings':
      return (
        <>
          <SettingsDialog onClose={closeOverlay} />
          <Arrival />
        </>
      );
    case 'extensions':
    case 'running':
      return (
        <>
          <ExtensionsView begin={overlay === 'running' ? 'running' : 'installed'} onClose={closeOverlay} />
          <Arrival />
        </>
      );
    default:
      return overlay satisfies never;
  }
}

/** Mounted beside an overlay, so that `overlayArrived` is called when that is on the screen. */
function Arrival() {
  useLayoutEffect(() => void overlayArrived(), []);
  return null;
}
