import { basename } from 'node:path';
import { declaredBy, nothingDeclared } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { Ask, ExtensionSnapshot, ExtensionStatus } from '../../../shared/contract/extensions/extension-state.ts';
import { hostKindOf } from '../../../shared/contract/extensions/host-kind.ts';
import { nothingUnserved } from '../../../shared/contract/extensions/unserved.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { asksOf } from './consent.ts';
import { contributionsOf } from './contributions.ts';
import type { DiscoveredExtension, DiscoveryProblem } from './discovery.ts';
import type { ExtensionCopy } from './extension-copies.ts';
import type { ExtensionDecisions } from './extension-decisions.ts';

type Allowing = Pick<ExtensionDecisions, 'allowedAccess' | 'allowedEndpoints' | 'allowedHosts'>;

export interface ShownStatus {
  readonly status: ExtensionStatus;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
  /** Permissions without consent; absent: all that the manifest asks for. */
  readonly asks?: readonly Ask[];
}

/**
 * Entries of the Extensions view: first those that could not be read or loaded, which a person looks for; then the
 * others in order of precedence; then the shadowed ones with the reason.
 * @param statusOf the status of an extension in use
 */
export function extensionSnapshots(
  copies: readonly ExtensionCopy[],
  problems: readonly DiscoveryProblem[],
  statusOf: (extensionId: string) => ShownStatus,
  decisions: Allowing,
): ExtensionSnapshot[] {
  const isShadowed = ({ standing }: ExtensionCopy) => standing === 'shadowed';
  const inOrder = [...copies.filter((copy) => !isShadowed(copy)), ...copies.filter(isShadowed)];
  const { slashCommands } = contributionsOf(
    copies.filter(({ standing }) => standing === 'used').map(({ extension }) => extension.manifest),
  );
  /** As it can be typed: of a name that several have, `hello:2`. */
  const nameOf = (copy: ExtensionCopy, id: string) =>
    slashCommands.find(
      (one) => copy.standing === 'used' && one.extensionId === copy.extension.manifest.id && one.id === id,
    )?.name ?? id;
  const described = inOrder.map((copy) =>
    describe(copy.extension, formatStatus(copy, statusOf), decisions, (id) => nameOf(copy, id)),
  );
  const isFailed = ({ status }: ExtensionSnapshot) => status === 'failed';
  return [
    ...problems.map(describeProblem),
    ...described.filter(isFailed),
    ...described.filter((snapshot) => !isFailed(snapshot)),
  ];
}

function formatStatus(copy: ExtensionCopy, statusOf: (extensionId: string) => ShownStatus): ShownStatus {
  switch (copy.standing) {
    case 'used':
      return hostKindOf(copy.extension.manifest) === null ? { status: 'in-use' } : statusOf(copy.extension.manifest.id);
    case 'waiting':
      return { status: 'needs-consent', asks: copy.asks };
    case 'disabled':
      return { status: 'disabled' };
    case 'shadowed':
      return { status: 'shadowed', reason: `Not used: the one in ${copy.by} comes first.` };
  }
}

function describe(
  extension: DiscoveredExtension,
  { asks, ...status }: ShownStatus,
  { allowedAccess, allowedEndpoints, allowedHosts }: Allowing,
  nameOf: (id: string) => string,
): ExtensionSnapshot {
  const { manifest, rootPath, source, script, unserved = nothingUnserved } = extension;
  return {
    rootPath,
    id: manifest.id,
    name: manifest.name,
    // A script without a manifest has none.
    version: script?.hasManifest === false ? '' : manifest.version,
    description: manifest.description ?? '',
    authors: manifest.authors ?? [],
    source,
    hostKind: hostKindOf(manifest),
    ...status,
    asks: asks ?? asksOf(extension),
    allowed: allowedAccess(extension),
    allowedEndpoints: allowedEndpoints(extension),
    allowedHosts: allowedHosts(extension),
    contributes: {
      ...declaredBy(manifest),
      commands: Object.values(manifest.commands).map(({ title }) => title),
      slashCommands: Object.keys(manifest.slash_commands).map((id) => `/${nameOf(id)}`),
      providers: Object.values(manifest.language_model_providers).map(({ name }) => name),
      agentServers: Object.values(manifest.agent_servers).map(({ name }) => name),
      snippets: manifest.snippets.map((path) => visibleName(basename(path))),
      settings: Object.values(manifest.settings).map(({ title }) => title),
    },
    activationEvents: manifest.activation_events,
    unserved,
  };
}

export const formatProblem = ({ file, line, reason }: DiscoveryProblem): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${reason}.`;

function describeProblem(problem: DiscoveryProblem): ExtensionSnapshot {
  const { rootPath, source } = problem;
  const name = basename(rootPath);
  return {
    rootPath,
    id: name,
    name,
    version: '',
    description: '',
    authors: [],
    source,
    hostKind: null,
    status: 'invalid',
    reason: formatProblem(problem),
    asks: [],
    allowed: [],
    allowedEndpoints: [],
    allowedHosts: [],
    contributes: { ...nothingDeclared, agentServers: [], snippets: [], settings: [] },
    activationEvents: [],
    unserved: nothingUnserved,
  };
}
