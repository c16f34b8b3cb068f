import type { ExtensionWindow, Progress } from '../../shared/contract/extension-api/extension-window.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { RpcError } from '../../shared/rpc/rpc-error.ts';
import { type Log, logFailure } from './log.ts';

export function createProgress(main: Peer<MainMethods>, log: Log): ExtensionWindow['withProgress'] {
  let count = 0;
  return async ({ title, isCancellable = false }, task) => {
    count += 1;
    const id = String(count);
    const abort = new AbortController();
    const failed = (what: string) => (thrown: unknown) => logFailure(log, `${what} of "${title}"`, thrown);
    let isOver = false;
    const progress: Progress = {
      report({ message, fraction }) {
        if (isOver) return;
        main
          .call('progress.report', { id, message, fraction: fraction === undefined ? undefined : within(fraction) })
          .catch(failed('Progress'));
      },
    };
    // The call is pending as long as the progress is shown.
    main.call('progress.start', { id, title, isCancellable }).then(
      (isCancelled) => {
        if (isCancelled) abort.abort(new RpcError('cancelled', `The person cancelled "${title}"`));
      },
      (thrown) => {
        // The task continues without its progress, unless main is gone.
        if (main.isClosed) abort.abort(thrown);
        else failed('Progress')(thrown);
      },
    );
    try {
      return await task(progress, abort.signal);
    } finally {
      isOver = true;
      main.call('progress.end', { id }).catch(failed('The end'));
    }
  };
}

/** Sums of fractions may be 1.0000000000000002, and 0 of 0 files is NaN. */
const within = (fraction: number): number => Math.min(1, Math.max(0, Number.isNaN(fraction) ? 0 : fraction));
