import type { Result } from '../../shared/contract/errors.ts';

/** Keeps secrets by account. Failures are values and never hold a secret. */
export interface SecretStore {
  /** null: there is none, or none that is given out. A failure says nothing about whether there is one. */
  get(account: string): Promise<Result<string | null>>;
  set(account: string, secret: string): Promise<Result<null>>;
  /** Whether there was one that could be removed. */
  delete(account: string): Promise<Result<boolean>>;
}

/** The account of a provider's key in the keychain. */
export const credentialAccount = (extensionId: string, providerId: string): string =>
  `extension-llm-${extensionId}:${providerId}`;

/** @returns null when the account is none of a provider */
export function parseCredentialAccount(account: string): { extensionId: string; providerId: string } | null {
  const [, extensionId, providerId] = /^extension-llm-([^:]+):(.+)$/s.exec(account) ?? [];
  return extensionId !== undefined && providerId !== undefined ? { extensionId, providerId } : null;
}
