import { type RefObject, useState } from 'react';
import { agent, useAgent } from './agent.ts';
import { ThreadHistory } from './history/ThreadHistory.tsx';
import { threads, useThreads } from './threads.ts';

export interface PanelHistoryProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** A thread was opened; it wants the keyboard. */
  onOpened(): void;
  onClose(): void;
}

/** The history with the threads of this window. */
export function PanelHistory({ button, onOpened, onClose }: PanelHistoryProps) {
  const list = useThreads((state) => state.threads);
  const canUndo = useThreads((state) => state.removed !== null);
  const shown = useAgent((state) => state.threadId);
  const [before] = useState(() => document.activeElement);
  const close = (refocuses: boolean) => {
    onClose();
    if (!refocuses) return;
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
    (isThere ? before : button.current)?.focus();
  };
  const open = async (threadId: string) => {
    close(!(await agent.openThread(threadId)));
    if (agent.store.getState().threadId === threadId) onOpened();
  };
  return (
    <ThreadHistory
      threads={list}
      shown={shown}
      canUndo={canUndo}
      button={button}
      search={threads.search}
      onOpen={(threadId) => void open(threadId)}
      onRename={(threadId, title) => void threads.rename(threadId, title)}
      onArchive={({ id, isArchived }) => void threads.setArchived(id, !isArchived)}
      onExport={({ id }) => void threads.exportMarkdown(id)}
      onText={({ id }) => void threads.showAsText(id)}
      onRemove={(thread) => void threads.remove(thread)}
      onUndoRemove={() => void threads.undoRemove()}
      onClose={close}
    />
  );
}
