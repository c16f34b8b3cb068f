import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { OpenResponses } from './open-responses.ts';

/** Store that a call may insert entries into. */
export interface LentStore {
  readonly id: number;
  /** @throws what the component is told */
  insert(key: string, value: string): void;
}

/** In what a component asks for something. */
export interface ImportScope {
  readonly context: ExtensionContext;
  readonly outcome: CallOutcome;
  /** The instance that asks. */
  readonly instance: { readonly responses: OpenResponses };
  /** Aborts when the call is stopped. */
  readonly signal: AbortSignal;
  readonly store?: LentStore | undefined;
}

export interface ComponentImport {
  /** Its result where the function cannot return an error: when it failed, which is logged, or was stopped. */
  readonly otherwise?: unknown;
  /** @param args of any form */
  run(scope: ImportScope, args: readonly unknown[]): Promise<unknown>;
}

/** By the names that a thread asks with. */
export type ComponentImports = Readonly<Record<string, ComponentImport>>;
