import type { CredentialSummary } from '../../../shared/contract/credential.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';

/** Deletes a key after confirmation. undefined: the person cancelled. */
export async function deleteKey(credential: CredentialSummary): Promise<Result<null> | undefined> {
  const { extensionId, extensionName, providerId, providerName, label, leftBehindBy } = credential;
  const after = leftBehindBy === undefined ? 'You can enter it again when you next choose one of its models.' : '';
  const answer = await ask({
    title: `Delete the key for ${providerName}?`,
    text: `“${label}” of the extension ${extensionName} is deleted from this computer. ${after}`.trimEnd(),
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'delete', label: 'Delete', kind: 'danger' },
    ],
  });
  if (answer !== 'delete') return undefined;
  return api.credentials.remove(extensionId, providerId, leftBehindBy);
}
