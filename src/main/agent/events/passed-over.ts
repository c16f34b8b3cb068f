import type { AskedEvent } from '../../../shared/contract/extension-api/extension-events.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';

const showLog = { id: 'show-log', label: 'Show log' };

/** Tells a person that an extension had no say in an event, once for each reason, until it has one again. */
export function createPassedOver(deps: { readonly notices: Pick<NoticeBoard, 'show' | 'withdraw'>; showLog(): void }) {
  const told = new Map<string, string>();
  return ({ id: extensionId, name }: Manifest, event: AskedEvent, why: string | null): void => {
    const id = `passed-over:${extensionId}:${event}`;
    if (told.get(id) === (why ?? undefined)) return;
    if (why === null) {
      told.delete(id);
      deps.notices.withdraw(id);
      return;
    }
    told.set(id, why);
    const text = `${name} had no say in “${event}”: ${why}`;
    deps.notices.show({ id, severity: 'warning', text, actions: [showLog] }, deps.showLog);
  };
}
