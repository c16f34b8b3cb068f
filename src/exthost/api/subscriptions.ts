import type { Disposable } from '../../shared/contract/extension-api/disposable.ts';
import { type Log, logFailure } from './log.ts';

/** Disposes in reverse order, one after the other. One that throws or rejects does not stop the others. */
export async function disposeAll(subscriptions: Disposable[], log: Log): Promise<void> {
  while (subscriptions.length > 0) {
    // A module in plain JavaScript may have put anything there, a promise of a disposable among others.
    const subscription: unknown = subscriptions.pop();
    try {
      await (subscription as Disposable).dispose();
    } catch (thrown) {
      logFailure(log, 'Disposing one of context.subscriptions', thrown);
    }
  }
}
