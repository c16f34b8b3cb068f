import { ChevronDown, Ellipsis, FileDown, FileText, History, ScanSearch, Search, SquarePen } from 'lucide-react';
import type { RefObject } from 'react';
import type { ContextUse, ProviderSnapshot } from '../../../shared/contract/provider.ts';
import type { ThreadView } from '../../../shared/contract/thread.ts';
import { keyOf, requestCommand } from '../../app/commands/commands.ts';
import { IconButton } from '../../app/controls/IconButton.tsx';
import type { MenuItem } from '../../app/controls/Menu.tsx';
import { MenuButton } from '../../app/controls/MenuButton.tsx';
import { ContextMeter } from '../context/ContextMeter.tsx';
import { TitleField } from '../history/TitleField.tsx';
import { findModel } from '../models/model-list.ts';
import { agent } from '../threads/agent.ts';
import { isBlank, threadTitle } from '../threads/agent-state.ts';
import { threads } from '../threads/threads.ts';
import styles from './AgentPanel.module.css';

export interface ThreadHeaderProps {
  readonly view: ThreadView;
  readonly isRenaming: boolean;
  readonly context: ContextUse | null;
  readonly providers: readonly ProviderSnapshot[] | null;
  readonly model: string | undefined;
  readonly choosing: string | null;
  /** What lies over the conversation. */
  readonly popover: 'models' | 'history' | null;
  readonly pickerButton: RefObject<HTMLButtonElement | null>;
  readonly historyButton: RefObject<HTMLButtonElement | null>;
  /** Whether an answer is written in another thread. */
  readonly isElsewhereBusy: boolean;
  readonly historyKey: string | undefined;
  readonly newThreadKey: string;
  onToggle(popover: 'models' | 'history'): void;
  onNewThread(): void;
  onStartRenaming(): void;
  onRename(title: string): void;
  onRenamed(byKey: boolean): void;
}

const threadItems: readonly MenuItem[] = [
  {
    label: 'Find',
    icon: <Search size={14} />,
    shortcut: keyOf('agent.find'),
    run: () => requestCommand('agent.find'),
  },
  {
    label: 'What the model sees',
    icon: <ScanSearch size={14} />,
    run: () => requestCommand('agent.showRequest'),
  },
  {
    label: 'Open as text',
    icon: <FileText size={14} />,
    run() {
      const { threadId } = agent.store.getState();
      if (threadId !== null) void threads.showAsText(threadId);
    },
  },
  {
    label: 'Export as Markdown…',
    icon: <FileDown size={14} />,
    run: () => requestCommand('agent.exportThread'),
  },
];

export function ThreadHeader(props: ThreadHeaderProps) {
  const { view, context, popover, pickerButton, historyButton, isElsewhereBusy } = props;
  const title = threadTitle(view);
  const isNew = isBlank(view);
  const name = modelLabel(props.providers, props.model, props.choosing);
  return (
    <header className={styles.header}>
      {props.isRenaming && !isNew ? (
        <TitleField title={title} className={styles.titleField} onRename={props.onRename} onEnd={props.onRenamed} />
      ) : (
        <h2 className={styles.title} title={title} onDoubleClick={isNew ? undefined : props.onStartRenaming}>
          {title}
        </h2>
      )}
      {context && <ContextMeter context={context} />}
      <button
        ref={pickerButton}
        type="button"
        className={styles.modelButton}
        aria-haspopup="dialog"
        aria-expanded={popover === 'models'}
        aria-label={`Model: ${name}`}
        title={`Model: ${name}`}
        // The popover closes itself when the focus leaves it; the button must not open it again.
        onPointerDown={(event) => popover === 'models' && event.preventDefault()}
        onClick={() => props.onToggle('models')}
      >
        <span className={styles.modelName}>{name}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <IconButton
        ref={historyButton}
        className={styles.historyButton}
        label={isElsewhereBusy ? 'Threads, another one answers' : 'Threads'}
        shortcut={props.historyKey}
        aria-haspopup="dialog"
        aria-expanded={popover === 'history'}
        data-busy={isElsewhereBusy || undefined}
        onClick={() => props.onToggle('history')}
      >
        <History size={16} />
      </IconButton>
      {!isNew && (
        <MenuButton label="More for this thread" items={threadItems}>
          <Ellipsis size={16} />
        </MenuButton>
      )}
      <IconButton label="New thread" shortcut={props.newThreadKey} onClick={props.onNewThread} disabled={isNew}>
        <SquarePen size={16} />
      </IconButton>
    </header>
  );
}

function modelLabel(
  providers: readonly ProviderSnapshot[] | null,
  model: string | undefined,
  choosing: string | null,
): string {
  const nameOf = (ref: string) => findModel(providers ?? [], ref)?.info.name ?? ref.slice(ref.indexOf('/') + 1);
  if (choosing !== null) return `Choosing ${nameOf(choosing)}…`;
  if (model !== undefined) return nameOf(model);
  return 'Choose a model';
}
