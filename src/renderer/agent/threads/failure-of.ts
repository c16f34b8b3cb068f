import { type Failure, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { Problem } from './agent-state.ts';

/** @returns the failure, also when main could not be reached; null: none */
export async function failureOf(ask: () => Promise<Result<unknown>>): Promise<Failure | null> {
  try {
    const result = await ask();
    return result.ok ? null : result.failure;
  } catch (thrown) {
    return toFailure(thrown);
  }
}

/** A failure, with a way to go on if an extension held it back. */
export const problemOf = (failure: Failure, label: string, goOn: () => unknown): Problem =>
  failure.code === 'held-back' ? { ...failure, goOn: { label, run: () => void goOn() } } : failure;
