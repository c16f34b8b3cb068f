import { Menu, MessageSquare, PanelLeft, Search, Settings, TextSearch } from 'lucide-react';
import { useEffect } from 'react';
import { visibleName } from '../../shared/visible-text.ts';
import { useAsking } from '../base/asking-store.ts';
import { requestCommand, useKeyOf } from '../base/commands/commands.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { panelIsShown, treeIsShown, useLayout } from '../base/layout/layout-store.ts';
import { visibleBaseName } from '../base/paths.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { activeOf, useDocuments } from '../editor/documents/documents-store.ts';
import styles from './TitleBar.module.css';
import { Where } from './Where.tsx';

/** Project and file, the command centre, and the switches of the panes. */
export function TitleBar() {
  const keyOf = useKeyOf();
  const workspace = useWorkspace((state) => state.workspace);
  const active = useDocuments(activeOf);
  useEffect(() => {
    document.title = [active && visibleBaseName(active), workspace && visibleName(workspace.name), 'Outrigger']
      .filter(Boolean)
      .join(' - ');
  }, [active, workspace]);
  const treeShown = useLayout(treeIsShown);
  const side = useLayout((state) => state.side);
  const panelShown = useLayout(panelIsShown);
  const asks = useAsking(({ asking }) => asking !== null) && !panelShown;
  return (
    <header className={styles.bar}>
      <div className={styles.sides}>
        <IconButton
          label="Files"
          shortcut={keyOf('view.toggleTree')}
          aria-pressed={treeShown && side === 'files'}
          onClick={() => requestCommand('view.toggleTree')}
        >
          <PanelLeft size={16} />
        </IconButton>
        <IconButton
          label="Find in folder"
          shortcut={keyOf('search.inFolder')}
          aria-pressed={treeShown && side === 'search'}
          onClick={() => requestCommand('search.inFolder')}
        >
          <TextSearch size={16} />
        </IconButton>
      </div>
      <Where workspace={workspace} path={active} />
      <button type="button" className={styles.centre} onClick={() => requestCommand('view.quickOpen')}>
        <Search size={14} aria-hidden />
        <span className={styles.goTo}>Go to file</span>
        <kbd className={styles.key}>{keyOf('view.quickOpen')}</kbd>
      </button>
      <div className={styles.end}>
        <IconButton label="Commands" shortcut={keyOf('view.palette')} onClick={() => requestCommand('view.palette')}>
          <Menu size={16} />
        </IconButton>
        <IconButton label="Settings" shortcut={keyOf('settings.open')} onClick={() => requestCommand('settings.open')}>
          <Settings size={16} />
        </IconButton>
        <IconButton
          label={asks ? 'Agent panel: a question needs you' : 'Agent panel'}
          data-asks={asks || undefined}
          className={styles.panelButton}
          shortcut={keyOf('view.togglePanel')}
          aria-pressed={panelShown}
          onClick={() => requestCommand('view.togglePanel')}
        >
          <MessageSquare size={16} />
        </IconButton>
      </div>
    </header>
  );
}
