import { join } from 'node:path';
import type { ExtensionManager } from '../extensions/catalog/extension-manager.ts';
import type { NoticeBoard } from '../notices/notice-board.ts';
import { createCredentialOwners } from './credential-owners.ts';
import { type CredentialService, type CredentialServiceDeps, createCredentialService } from './credential-service.ts';
import { createCredentialStore } from './credential-store.ts';
import { createKeychain, type Keychain } from './keychain.ts';
import { createSignIns, type SignIns, type SignInsDeps } from './sign-ins.ts';

export interface CredentialsDeps
  extends Pick<CredentialServiceDeps, 'secrets' | 'publish' | 'onChanged' | 'onRemovedByPerson'>,
    Pick<SignInsDeps, 'addresses'> {
  readonly userData: string;
  readonly notices: NoticeBoard;
  /** A sentence for the person: what happened to the file of owners and where the old one is. */
  readonly onProblem: (sentence: string) => void;
  /** It is made later. */
  manager(): ExtensionManager;
}

/** Keys, sign-ins and the keychain behind them, put together. */
export async function createCredentials(
  deps: CredentialsDeps,
): Promise<{ credentials: CredentialService; signIns: SignIns; keychain: Keychain }> {
  const { userData, notices, secrets, publish, manager } = deps;
  const showNotice: NoticeBoard['show'] = (notice) => notices.show(notice);
  const owners = await createCredentialOwners({
    path: join(userData, 'credential-owners.json'),
    onProblem: deps.onProblem,
  });
  const keychain = createKeychain();
  const credentials = createCredentialService({
    originOf: (extensionId) => manager().originOf(extensionId),
    installed: () => manager().installed(),
    store: createCredentialStore(keychain, owners),
    secrets,
    manifests: () => manager().manifests(),
    publish,
    showNotice,
    decision: (extensionId, name) => manager().variableDecision(extensionId, name),
    decide: (extensionId, name, isAllowed) => manager().setVariable(extensionId, name, isAllowed),
    env: process.env,
    onChanged: deps.onChanged,
    onRemovedByPerson: deps.onRemovedByPerson,
  });
  const signIns = createSignIns({ credentials, secrets, showNotice, addresses: deps.addresses });
  return { credentials, signIns, keychain };
}
