import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import { isMac } from '../../base/environment.ts';

/** Actions for a thread of the history, besides opening it. */
export interface ThreadActions {
  rename(thread: ThreadSummary): void;
  archive(thread: ThreadSummary): void;
  exportMarkdown(thread: ThreadSummary): void;
  showAsText(thread: ThreadSummary): void;
  remove(thread: ThreadSummary): void;
}

export interface ThreadAction {
  readonly label: (thread: ThreadSummary) => string;
  /** Active while the focus is in the list; the first one is shown. */
  readonly keys?: readonly KeyBinding[];
  readonly act: keyof ThreadActions;
}

export const threadActions: readonly ThreadAction[] = [
  { label: () => 'Rename', keys: ['F2'], act: 'rename' },
  { label: ({ isArchived }) => (isArchived ? 'Unarchive' : 'Archive'), keys: ['E'], act: 'archive' },
  { label: () => 'Export as Markdown…', act: 'exportMarkdown' },
  { label: () => 'Open as text', act: 'showAsText' },
  { label: () => 'Delete', keys: isMac ? ['Delete', 'Backspace'] : ['Delete'], act: 'remove' },
];
