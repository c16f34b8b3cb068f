import { join } from 'node:path';
import type { Deadlines } from '../deadlines.ts';
import type { ExtensionCatalog } from '../extensions/catalog/extension-catalog.ts';
import type { NoticeBoard } from '../notices/notice-board.ts';
import { createCredentialOwners } from './credential-owners.ts';
import { type CredentialService, type CredentialServiceDeps, createCredentialService } from './credential-service.ts';
import { type CredentialStore, createCredentialStore } from './credential-store.ts';
import { createKeychain, type Keychain } from './keychain.ts';
import { createSignIns, type SignIns, type SignInsDeps } from './sign-in/sign-ins.ts';

export interface CredentialsDeps
  extends Pick<CredentialServiceDeps, 'secrets' | 'dialogs' | 'tell'>,
    Pick<SignInsDeps, 'addresses'> {
  readonly userData: string;
  readonly deadlines: Pick<Deadlines, 'keychain' | 'providers'>;
  readonly notices: NoticeBoard;
  /** @param sentence for the person: the problem of the file of owners, and where the old one was kept */
  readonly onProblem: (sentence: string) => void;
  readonly catalog: ExtensionCatalog;
}

/** Wires the services for keys, sign-ins and the keychain. */
export async function createCredentials(
  deps: CredentialsDeps,
): Promise<{ credentials: CredentialService; signIns: SignIns; keychain: Keychain; store: CredentialStore }> {
  const { userData, deadlines, notices, secrets, dialogs, tell, catalog } = deps;
  const showNotice: NoticeBoard['show'] = (notice) => notices.show(notice);
  const owners = await createCredentialOwners({
    path: join(userData, 'credential-owners.json'),
    onProblem: deps.onProblem,
  });
  const keychain = createKeychain({ probeDeadlineMs: deadlines.keychain.probeMs });
  const store = createCredentialStore(keychain, owners);
  const credentials = createCredentialService({
    originOf: catalog.originOf,
    installed: catalog.installed,
    store,
    secrets,
    manifests: catalog.manifests,
    dialogs,
    showNotice,
    decision: catalog.variableDecision,
    decide: catalog.setVariable,
    env: process.env,
    listMs: deadlines.keychain.listMs,
    tell,
  });
  const signIns = createSignIns({
    ...{ credentials, secrets, showNotice, addresses: deps.addresses },
    limits: { startMs: deadlines.providers.signInMs },
  });
  return { credentials, signIns, keychain, store };
}
