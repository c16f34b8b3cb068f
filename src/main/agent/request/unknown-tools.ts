import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';

/** Tells that a thread names tools that are not there; without names it does not, any more. */
export const createUnknownTools =
  (deps: { showNotice(notice: Notice): void; withdrawNotice(id: string): void }) =>
  ({ id: threadId }: { readonly id: string }, names: readonly string[]): void => {
    const id = `unknown tools:${threadId}`;
    if (names.length === 0) return deps.withdrawNotice(id);
    const named = names.map((name) => `“${oneLine(name, 60)}”`).join(', ');
    const text = `A thread names tools that are not there: ${oneLine(named, 300)}. It is answered without them.`;
    deps.showNotice({ id, severity: 'warning', text, actions: [] });
  };
