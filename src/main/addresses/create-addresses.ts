import type { Result } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import { permitsUrl } from '../../shared/contract/extensions/network-pattern.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { SettingValue } from '../../shared/contract/settings/setting-value.ts';
import { type AddressGate, createAddressGate } from './address-gate.ts';
import { type AddressQuestions, createAddressQuestions } from './address-questions.ts';
import { type KnownHosts, openKnownHosts } from './known-hosts.ts';
import { isNamedInFolder } from './named-in-folder.ts';

export interface AddressesDeps {
  /** Where the hosts are kept that a person named or allowed. */
  readonly path: string;
  /** A sentence for the person: what happened to the file and where the old one is. */
  readonly onProblem: (sentence: string) => void;
  publish(event: Extract<MainEvent, { type: 'address-question' | 'address-question-ended' }>): void;
  /** The open folder, if the person trusts it. */
  trustedFolder(): string | null;
  /** Longest time for searching the folder for the name of a host. */
  readonly namedHostMs: number;
  isInReview(path: string): boolean;
  /** The manifests of the enabled extensions, and where these come from. */
  extensions(): readonly Manifest[];
  originOf(extensionId: string): string;
  setting(extensionId: string, key: string): SettingValue;
  openAddress(address: string): Promise<Result<null>>;
}

export type Addresses = AddressGate & AddressQuestions & KnownHosts;

/** Composes the services that open addresses in the person's browser. */
export async function createAddresses(deps: AddressesDeps): Promise<Addresses> {
  const questions = createAddressQuestions(deps.publish);
  const known = await openKnownHosts(deps);
  const gate = createAddressGate({
    known,
    questions,
    isNamedInFolder: (host) => isNamedInFolder(deps.trustedFolder(), host, deps.namedHostMs, deps.isInReview),
    extension(id) {
      const manifest = deps.extensions().find((one) => one.id === id);
      if (!manifest) return undefined;
      const network = manifest.capabilities?.network ?? [];
      const permits = (url: URL) => permitsUrl(network, url, (key) => deps.setting(id, key));
      return { id, name: manifest.name, origin: deps.originOf(id), permits };
    },
    open: deps.openAddress,
  });
  return { ...known, ...questions, ...gate };
}
