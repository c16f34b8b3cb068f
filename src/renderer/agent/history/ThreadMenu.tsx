import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { Menu } from '../../app/controls/Menu.tsx';
import { type ThreadActions, threadActions } from './thread-actions.ts';

export interface ThreadMenuProps {
  readonly thread: ThreadSummary;
  /** What opened it. */
  readonly anchor: HTMLElement;
  readonly actions: ThreadActions;
  /** @param refocuses whether the row has the keyboard again */
  onClose(refocuses: boolean): void;
}

/** What can be done with a thread. */
export function ThreadMenu({ thread, anchor, actions, onClose }: ThreadMenuProps) {
  const items = threadActions.map(({ label, keys, act }) => ({
    label: label(thread),
    shortcut: keys?.[0],
    run: () => actions[act](thread),
  }));
  return <Menu label={`Actions for ${thread.title}`} items={items} at={anchor} onClose={onClose} />;
}
