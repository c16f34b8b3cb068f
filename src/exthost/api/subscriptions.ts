import type { Disposable } from '../../shared/contract/extension-api/disposable.ts';
import { type Log, logFailure } from './log.ts';

/** Disposes in reverse order, one after the other. An error of one does not stop the others. */
export async function disposeAll(subscriptions: Disposable[], log: Log): Promise<void> {
  while (subscriptions.length > 0) {
    // Plain JavaScript may have added any value, such as a promise of a disposable.
    const subscription: unknown = subscriptions.pop();
    try {
      await (subscription as Disposable).dispose();
    } catch (thrown) {
      logFailure(log, 'Disposing one of context.subscriptions', thrown);
    }
  }
}
