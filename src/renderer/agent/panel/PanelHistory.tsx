import { type RefObject, useState } from 'react';
import type { ThreadRow } from '../history/history-groups.ts';
import { showFound } from '../history/show-found.ts';
import { ThreadHistory } from '../history/ThreadHistory.tsx';
import { agent, useThread } from '../threads/agent.ts';
import { threads, useThreads } from '../threads/threads.ts';

export interface PanelHistoryProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** A thread was opened, and should get the focus. */
  onOpened(): void;
  onClose(): void;
}

/** The history with the threads of this window. */
export function PanelHistory({ button, onOpened, onClose }: PanelHistoryProps) {
  const list = useThreads((state) => state.threads);
  const canUndo = useThreads((state) => state.removed !== null);
  const shown = useThread((state) => state.threadId);
  const [before] = useState(() => document.activeElement);
  const close = (refocuses: boolean) => {
    onClose();
    if (!refocuses) return;
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
    (isThere ? before : button.current)?.focus();
  };
  const open = async ({ thread, found }: ThreadRow) => {
    const isShown = () => agent.thread().threadId === thread.id;
    const opening = agent.openThread(thread.id);
    // A thread of this window is shown at once: the list must be closed, and must not take the focus away later.
    const isThere = isShown();
    if (isThere) {
      close(false);
      onOpened();
    }
    const isOpen = await opening;
    if (!isThere) close(!isOpen);
    if (!isShown()) return;
    if (!isThere) onOpened();
    if (found) await showFound(found);
  };
  return (
    <ThreadHistory
      threads={list}
      shown={shown}
      canUndo={canUndo}
      button={button}
      search={threads.search}
      onOpen={(row) => void open(row)}
      onPointed={(threadId) => void agent.readAhead(threadId)}
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
