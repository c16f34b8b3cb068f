import type { Asker, StatusItem } from '../../../shared/contract/question.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { harmlessText, singleLine } from '../../../shared/harmless-text.ts';
import { askerRefusal } from './asker.ts';
import { throttled } from './throttled.ts';

export type StatusItems = ReturnType<typeof createStatusItems>;

const maxOfOne = 5;
/** Milliseconds between two changes on screen. */
const pause = 100;

/** The status bar items of extensions. */
export function createStatusItems({ publish }: { publish(event: Extract<MainEvent, { type: 'status-items' }>): void }) {
  const extensions = new Map<string, Map<string, StatusItem>>();
  const show = throttled(() => {
    const items = [...extensions.values()].flatMap((ofOne) => [...ofOne.values()]);
    publish({ type: 'status-items', items });
  }, pause);

  return {
    /**
     * Shows an item, or removes it (null).
     * @throws {FailureError} when the extension has too many items
     */
    set(asker: Asker, id: string, item: Pick<StatusItem, 'text' | 'tooltip' | 'command'> | null) {
      const ofOne = extensions.get(asker.extensionId) ?? new Map<string, StatusItem>();
      if (item === null) {
        if (ofOne.delete(id)) show();
        return;
      }
      if (!ofOne.has(id) && ofOne.size >= maxOfOne) {
        throw askerRefusal(
          asker,
          `has ${maxOfOne} items in the status bar, which is the most that fit. Remove one first.`,
        );
      }
      ofOne.set(id, { ...item, asker, id, text: singleLine(item.text), tooltip: harmlessText(item.tooltip) });
      extensions.set(asker.extensionId, ofOne);
      show();
    },
    withdraw(extensionId: string) {
      if (extensions.delete(extensionId)) show();
    },
  };
}
