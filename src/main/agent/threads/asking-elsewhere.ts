import { basename } from 'node:path';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { OpenThread } from './open-thread.ts';

export interface AskingElsewhereDeps {
  /** The threads that are shown, or in which something goes on. */
  threads(): Iterable<Pick<OpenThread, 'id' | 'workspace'>>;
  isAsking(threadId: string): boolean;
  /** "" without one. */
  workspacePath(): string;
  openFolder(path: string): void;
  showNotice(notice: Notice, act?: () => void): void;
  withdrawNotice(id: string): void;
}

/**
 * Says in which other folders threads wait for the person, as long as they do: a thread goes on in its folder when
 * another one is opened, and is not seen there.
 * @returns looks anew; to be called when a thread changes or another folder is open
 */
export function createAskingElsewhere(deps: AskingElsewhereDeps): () => void {
  let told: ReadonlySet<string> = new Set();
  return () => {
    const present = deps.workspacePath();
    const waiting = new Set<string>();
    for (const { id, workspace } of deps.threads()) {
      if (workspace !== present && deps.isAsking(id)) waiting.add(workspace);
    }
    for (const folder of told) if (!waiting.has(folder)) deps.withdrawNotice(noticeOf(folder));
    for (const folder of waiting) {
      if (told.has(folder)) continue;
      const id = noticeOf(folder);
      if (folder === '') {
        const text = 'A thread without a folder has a question for you. It waits until you open that thread.';
        deps.showNotice({ id, severity: 'info', text, actions: [], isPending: true });
      } else {
        const text = `A thread in the folder “${basename(folder)}” has a question for you. It waits until you open that folder.`;
        const actions = [{ id: 'open', label: 'Open the folder' }];
        deps.showNotice({ id, severity: 'info', text, actions, isPending: true }, () => deps.openFolder(folder));
      }
    }
    told = waiting;
  };
}

const noticeOf = (folder: string): string => `asking in ${folder}`;
