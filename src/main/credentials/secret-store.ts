import type { Result } from '../../shared/contract/errors.ts';

/** Stores secrets by account. Failures are values and never contain a secret. */
export interface SecretStore {
  /** null: none exists, or none is released. A failure does not tell whether one exists. */
  get(account: string): Promise<Result<string | null>>;
  set(account: string, secret: string): Promise<Result<null>>;
  /** @returns whether a secret existed and was removed */
  delete(account: string): Promise<Result<boolean>>;
}

/** Account name of a provider's key in the keychain. */
export const credentialAccount = (extensionId: string, providerId: string): string =>
  `extension-llm-${extensionId}:${providerId}`;

/** @returns null when the account is not a provider's */
export function parseCredentialAccount(account: string): { extensionId: string; providerId: string } | null {
  const [, extensionId, providerId] = /^extension-llm-([^:]+):(.+)$/s.exec(account) ?? [];
  return extensionId !== undefined && providerId !== undefined ? { extensionId, providerId } : null;
}
