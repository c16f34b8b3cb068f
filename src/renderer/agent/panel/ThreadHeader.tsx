import { Ellipsis, FileDown, FileText, History, LogOut, ScanSearch, Search, SquarePen } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import type { AgentSessionState } from '../../../shared/contract/agent-servers/agent-session.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { requestCommand, useKeyOf } from '../../base/commands/commands.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import type { MenuItem } from '../../base/controls/Menu.tsx';
import { MenuButton } from '../../base/controls/MenuButton.tsx';
import { signOut } from '../agent-servers/session/session-requests.ts';
import { useAgentSession } from '../agent-servers/session/sessions-store.ts';
import { focusComposer } from '../composer/focus.ts';
import { ContextMeter } from '../context/ContextMeter.tsx';
import { TitleField } from '../history/TitleField.tsx';
import { agent, useThread } from '../threads/agent.ts';
import { isBlank, threadTitle } from '../threads/agent-state.ts';
import { threads } from '../threads/threads.ts';
import styles from './AgentPanel.module.css';
import { setRenaming, togglePopover, usePanelView } from './panel-view.ts';

export interface ThreadHeaderProps {
  readonly historyButton: RefObject<HTMLButtonElement | null>;
  /** Whether an answer is being written in another thread. */
  readonly isElsewhereBusy: boolean;
}

const findItem: MenuItem = {
  label: 'Find',
  icon: <Search size={14} />,
  run: () => requestCommand('agent.find'),
};

const seenItem: MenuItem = {
  label: 'What the model sees',
  icon: <ScanSearch size={14} />,
  run: () => requestCommand('agent.showRequest'),
};

const otherItems: readonly MenuItem[] = [
  {
    label: 'Open as text',
    icon: <FileText size={14} />,
    run() {
      const { threadId } = agent.thread();
      if (threadId !== null) void threads.showAsText(threadId);
    },
  },
  {
    label: 'Export as Markdown…',
    icon: <FileDown size={14} />,
    run: () => requestCommand('agent.exportThread'),
  },
];

/** What an agent's model sees is its own matter; it may have somebody signed in. */
function itemsFor(session: AgentSessionState | null): readonly MenuItem[] {
  if (!session) return [seenItem, ...otherItems];
  const out = {
    label: `Sign out of ${agentName(session.agent)}`,
    icon: <LogOut size={14} />,
    run: () => void signOut(),
  };
  return session.canSignOut && session.phase === 'ready' ? [...otherItems, out] : otherItems;
}

export function ThreadHeader({ historyButton, isElsewhereBusy }: ThreadHeaderProps) {
  const keyOf = useKeyOf();
  const threadId = useThread((thread) => thread.threadId);
  const title = useThread(({ view }) => threadTitle(view));
  const isNew = useThread(({ view }) => isBlank(view));
  const context = useThread((thread) => thread.context);
  const session = useAgentSession();
  const popover = usePanelView((state) => state.popover);
  const isRenaming = usePanelView(({ renaming }) => renaming !== null && renaming === threadId);
  useEffect(() => {
    // The palette may ask for it while the thread is new and has no title.
    if (isRenaming && isNew) setRenaming(null);
  }, [isRenaming, isNew]);
  const onRenamed = (byKey: boolean) => {
    setRenaming(null);
    if (byKey) focusComposer();
  };
  return (
    <header className={styles.header}>
      {isRenaming && !isNew ? (
        <TitleField
          title={title}
          className={styles.titleField}
          onRename={(next) => threadId !== null && void threads.rename(threadId, next)}
          onEnd={onRenamed}
        />
      ) : (
        <h2 className={styles.title} title={title} onDoubleClick={isNew ? undefined : () => setRenaming(threadId)}>
          {title}
        </h2>
      )}
      {context && <ContextMeter context={context} />}
      <IconButton
        ref={historyButton}
        className={styles.historyButton}
        label={isElsewhereBusy ? 'Threads, another one answers' : 'Threads'}
        shortcut={keyOf('agent.history')}
        aria-haspopup="dialog"
        aria-expanded={popover === 'history'}
        data-busy={isElsewhereBusy || undefined}
        onClick={() => togglePopover('history')}
      >
        <History size={16} />
      </IconButton>
      {!isNew && (
        <MenuButton
          label="More for this thread"
          items={[{ ...findItem, shortcut: keyOf('agent.find') }, ...itemsFor(session)]}
        >
          <Ellipsis size={16} />
        </MenuButton>
      )}
      <IconButton
        label="New thread"
        shortcut={keyOf('agent.newThread')}
        onClick={() => requestCommand('agent.newThread')}
        disabled={isNew}
      >
        <SquarePen size={16} />
      </IconButton>
    </header>
  );
}
