import { homedir } from 'node:os';
import { join } from 'node:path';
import { sizeLimitsOf } from '../shared/contract/size-limits.ts';
import type { Addresses } from './addresses/create-addresses.ts';
import { type AgentService, createAgentService } from './agent/agent-service.ts';
import { createPassedOver } from './agent/events/passed-over.ts';
import { createThreadEvents } from './agent/events/thread-events.ts';
import { createThreadLog } from './agent/threads/storage/thread-log.ts';
import { createAgentServers } from './agent-servers/agent-servers.ts';
import type { AgentCatalog } from './agent-servers/catalog/agent-catalog.ts';
import type { AgentPermissions } from './agent-servers/permissions/agent-permissions.ts';
import { createAgentTerminals } from './agent-servers/requests/agent-terminals.ts';
import type { Elicitations } from './agent-servers/requests/elicitations.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import { fetchPage } from './context/pages/fetch-page.ts';
import { createMentionResolver } from './context/resolve-mentions.ts';
import type { RootFiles } from './context/roots/root-files.ts';
import { createRules } from './context/rules.ts';
import type { CredentialService } from './credentials/credential-service.ts';
import type { KnownSecrets } from './credentials/known-secrets.ts';
import type { AccessGate } from './extensions/api/access/access-gate.ts';
import type { ExtensionLog } from './extensions/api/extension-log.ts';
import { contributionsOf, toolsOf } from './extensions/catalog/contributions.ts';
import type { ExtensionCatalog } from './extensions/catalog/extension-catalog.ts';
import type { ExtensionRegistry } from './extensions/registry/extension-registry.ts';
import type { ProgramEnvironment } from './programs/program-environment.ts';
import type { ProjectServices } from './project-services.ts';
import type { ProviderRegistry } from './providers/provider-registry.ts';
import { createPersonShell } from './tools/commands/person-shell.ts';

export interface AgentServicesDeps extends AiServicesDeps, ProjectServices {
  readonly environment: ProgramEnvironment;
  readonly registry: Pick<ExtensionRegistry, 'require' | 'personActed'>;
  readonly catalog: Pick<ExtensionCatalog, 'manifests' | 'originOf'>;
  readonly providers: ProviderRegistry;
  readonly agentCatalog: Pick<AgentCatalog, 'launchOf' | 'usable'>;
  readonly agentPermissions: AgentPermissions;
  readonly personActed: CredentialService['personActed'];
  readonly addresses: Pick<Addresses, 'personTyped'>;
  readonly elicit: Elicitations['elicit'];
  readonly secrets: Pick<KnownSecrets, 'scrub'>;
  readonly rootFiles: RootFiles;
  readonly access: AccessGate;
  /** Whether an extension waits for a person, a program or a model. */
  isWaiting(extensionId: string): boolean;
  /** Whether it waits for an answer of the person. */
  isAsking(extensionId: string): boolean;
  readonly log: ExtensionLog;
}

/** Wires the agent: threads, and the models' context from the project. */
export function createAgentServices(deps: AgentServicesDeps): AgentService {
  const { userData } = deps.installation;
  const { settings, state, notices, registry, catalog, changes, tools, openDocuments } = deps;
  const threads = createThreadLog(join(userData, 'threads'), ({ message }) =>
    notices.show({
      id: 'thread-log',
      severity: 'error',
      text: `The thread could not be saved (${message}). It is kept until you quit.`,
      actions: [],
    }),
  );
  const rules = createRules({
    userData,
    isTrusted: deps.isTrusted,
    onProblem: (source, sentence) =>
      notices.show({ id: `rules ${source}`, severity: 'warning', text: sentence, actions: [] }),
  });
  const resolveMentions = createMentionResolver({
    platform: process.platform === 'win32' ? 'win32' : 'posix',
    openFolder: deps.workspacePath,
    mentionsMs: deps.deadlines.files.mentionsMs,
    readText: changes.readText,
    openPaths: openDocuments.openPaths,
    diagnostics: deps.diagnostics,
    // Private addresses are allowed, as the person typed the address.
    fetchPage: (url, signal) => fetchPage(url, { signal, allowsPrivate: true }),
  });
  const events = createThreadEvents({
    manifests: catalog.manifests,
    require: (extensionId) => registry.require(extensionId),
    access: deps.access,
    isWaiting: deps.isWaiting,
    isAsking: deps.isAsking,
    passedOver: createPassedOver({ notices, showLog: () => deps.showFile(join(userData, 'logs', 'extensions.log')) }),
    warn: (extensionId, text) => deps.log.write(extensionId, 'warn', text),
    deadlines: deps.deadlines.threadEvents,
  });
  return createAgentService({
    events,
    registry: deps.providers,
    agentCatalog: deps.agentCatalog,
    agentServers: (served) =>
      createAgentServers(
        {
          catalog: deps.agentCatalog,
          async connect(launch, client, folder, signal) {
            const { connectAgent } = await import('./agent-servers/connection/connect-agent.ts');
            const { version } = deps.installation;
            const limits = deps.deadlines.agents;
            return connectAgent(launch, client, { folder, version, limits, scrub: deps.secrets.scrub }, signal);
          },
          terminalsOf: (of) => createAgentTerminals({ ...of, environment: deps.environment }),
          elicit: deps.elicit,
          atWork: deps.agentsAtWork,
          permissions: deps.agentPermissions,
          changes,
          sizeLimits: () => sizeLimitsOf(settings.get().sizeLimits),
          publish: deps.publish,
          log: (agent, line) => deps.log.write(agent, 'info', line),
        },
        served,
      ),
    deadlines: deps.deadlines.providers,
    toolHost: {
      ...tools,
      callsOf: (at) =>
        tools.callsOf(at, (tool, input, callId, signal) =>
          registry
            .require(tool.extensionId)
            .call('tool.run', { id: tool.id, input, callId, threadId: at.threadId }, { signal }),
        ),
    },
    shell: createPersonShell({ isTrusted: deps.isTrusted, environment: deps.environment, home: homedir() }),
    threads,
    publish: deps.publish,
    showNotice: (notice, act) => notices.show(notice, act),
    openFolder: deps.openFolder,
    withdrawNotice: notices.withdraw,
    workspacePath: () => deps.workspacePath() ?? '',
    savedModel: () => state.get().model,
    saveModel: (model) => state.update((present) => ({ ...present, model })),
    personActed: deps.personActed,
    personTyped: deps.addresses.personTyped,
    autoTitles: () => settings.get().autoTitles,
    threadLimit: () => settings.get().threadLimit,
    sizeLimits: () => sizeLimitsOf(settings.get().sizeLimits),
    onPurged: (threadId) => void changes.forget(threadId),
    debug: deps.debug,
    pickSaveFile: deps.pickSaveFile,
    showFile: deps.showFile,
    tools: () => toolsOf(catalog.manifests(), catalog.originOf),
    findAgent: deps.rootFiles.agent,
    rules,
    skills: deps.rootFiles.skills,
    resolveMentions,
    expandTemplate: deps.rootFiles.expand,
    slashCommands: () => contributionsOf(catalog.manifests()).slashCommands,
    slashCommand(extensionId, id, argument, threadId, signal) {
      registry.personActed(extensionId);
      return registry.require(extensionId).call('slashCommand.run', { id, argument, threadId }, { signal });
    },
  });
}
