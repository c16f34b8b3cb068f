import { type Failure, type Result, toFailure } from '../../../shared/contract/errors.ts';

/** @returns the failure, also when main could not be reached; null: none */
export async function failureOf(ask: () => Promise<Result<unknown>>): Promise<Failure | null> {
  try {
    const result = await ask();
    return result.ok ? null : result.failure;
  } catch (thrown) {
    return toFailure(thrown);
  }
}
