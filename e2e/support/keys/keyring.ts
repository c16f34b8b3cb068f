import keytar from 'keytar';

/** The system's real keyring, with the app's names. */

const service = 'Outrigger';
const accountOf = (extensionId: string, providerId: string) => `extension-llm-${extensionId}:${providerId}`;

/** @returns null if there is no key */
export const keyOf = (extensionId: string, providerId: string): Promise<string | null> =>
  keytar.getPassword(service, accountOf(extensionId, providerId));

export const putKey = (extensionId: string, providerId: string, key: string): Promise<void> =>
  keytar.setPassword(service, accountOf(extensionId, providerId), key);

export const forgetKey = (extensionId: string, providerId: string): Promise<boolean> =>
  keytar.deletePassword(service, accountOf(extensionId, providerId));
