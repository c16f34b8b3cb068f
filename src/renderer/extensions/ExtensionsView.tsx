import { Puzzle } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ViewDialog } from '../dialogs/ViewDialog.tsx';
import styles from './ExtensionsView.module.css';
import { InstalledExtensions } from './InstalledExtensions.tsx';
import { Outcome } from './Outcome.tsx';
import { ProgressItems } from './ProgressItems.tsx';
import { RunningExtensions } from './RunningExtensions.tsx';

const tabs = { installed: 'Installed', running: 'Running' } as const;
type TabId = keyof typeof tabs;
const tabIds = Object.keys(tabs) as TabId[];

export interface ExtensionsViewProps {
  readonly begin: TabId;
  onClose(): void;
}

/** Installed and running extensions, a tab for each. */
export default function ExtensionsView({ begin, onClose }: ExtensionsViewProps) {
  const [shown, setShown] = useState<TabId>(begin);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    const next = tabIds[(tabIds.indexOf(shown) + 1) % tabIds.length] ?? shown;
    setShown(next);
    list.current?.querySelector<HTMLElement>(`#extensions-tab-${next}`)?.focus();
  };
  return (
    <ViewDialog title="Extensions" Icon={Puzzle} onClose={onClose}>
      <div ref={list} role="tablist" aria-label="Extensions" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabIds.map((id) => (
          <button
            key={id}
            id={`extensions-tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === shown}
            aria-controls="extensions-panel"
            tabIndex={id === shown ? 0 : -1}
            data-autofocus={id === begin || undefined}
            className={styles.tab}
            onClick={() => setShown(id)}
          >
            {tabs[id]}
          </button>
        ))}
      </div>
      <div id="extensions-panel" role="tabpanel" aria-labelledby={`extensions-tab-${shown}`} className={styles.panel}>
        {shown === 'installed' ? <InstalledExtensions /> : <RunningExtensions />}
      </div>
      {/* Below, so that nothing moves away from the pointer. */}
      <div className={styles.progress}>
        <ProgressItems />
      </div>
      <Outcome />
    </ViewDialog>
  );
}
