import { basename } from 'node:path';
import type { Ask, ExtensionSnapshot, ExtensionStatus } from '../../shared/contract/extension-state.ts';
import { asksOf } from './consent.ts';
import type { DiscoveredExtension, Discovery, DiscoveryProblem } from './discovery.ts';
import { hostKindOf } from './host-assignment.ts';

export interface StatusInWords {
  readonly status: ExtensionStatus;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
  /** What is asked for and not consented to yet; all of it when absent. */
  readonly asks?: readonly Ask[];
}

/** The Extensions view: what was found, in the order of precedence, then what stays out of use and why. */
export function extensionSnapshots(
  { extensions, shadowed, problems }: Discovery,
  statusOf: (extension: DiscoveredExtension) => StatusInWords,
): ExtensionSnapshot[] {
  return [
    ...extensions.map((extension) => describe(extension, statusOf(extension))),
    ...shadowed.map((extension) =>
      describe(extension, { status: 'shadowed', reason: `It is not used: ${extension.reason}.` }),
    ),
    ...problems.map(describeProblem),
  ];
}

function describe(extension: DiscoveredExtension, { asks, ...status }: StatusInWords): ExtensionSnapshot {
  const { manifest, rootPath, source, takesOver } = extension;
  return {
    rootPath,
    id: manifest.id,
    name: manifest.name,
    version: manifest.version,
    description: manifest.description ?? '',
    authors: manifest.authors ?? [],
    source,
    hostKind: hostKindOf(extension),
    ...status,
    asks: asks ?? asksOf(manifest, takesOver),
    contributes: {
      commands: Object.values(manifest.commands).map(({ title }) => title),
      slashCommands: Object.keys(manifest.slash_commands),
      tools: Object.keys(manifest.tools),
      providers: Object.values(manifest.language_model_providers).map(({ name }) => name),
      settings: Object.values(manifest.settings).map(({ title }) => title),
    },
    activationEvents: manifest.activation_events,
  };
}

const nothing = { commands: [], slashCommands: [], tools: [], providers: [], settings: [] };

export const problemInWords = ({ file, line, reason }: DiscoveryProblem): string =>
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
    hostKind: 'worker',
    status: 'invalid',
    reason: problemInWords(problem),
    asks: [],
    contributes: nothing,
    activationEvents: [],
  };
}
