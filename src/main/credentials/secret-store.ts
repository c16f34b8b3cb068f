import type { Result } from '../../shared/contract/errors.ts';

/** Keeps secrets by account. Failures are values and never hold a secret. */
export interface SecretStore {
  /** null: there is none. A failure says nothing about whether there is one. */
  get(account: string): Promise<Result<string | null>>;
  set(account: string, secret: string): Promise<Result<null>>;
  /** Also `ok` when there was none. */
  delete(account: string): Promise<Result<null>>;
}

/** The account of a provider's key in the keychain. */
export const credentialAccount = (extensionId: string, providerId: string): string =>
  `extension-llm-${extensionId}:${providerId}`;
