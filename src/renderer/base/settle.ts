import { type Result, toFailure } from '../../shared/contract/errors.ts';

/** Turns a rejection (a fault of the app, or main gone) into a failure like any other, so that no state hangs on it. */
export const settle = <T>(call: Promise<Result<T>>): Promise<Result<T>> =>
  call.catch((thrown: unknown) => ({ ok: false, failure: toFailure(thrown) }));
