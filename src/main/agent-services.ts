import { join } from 'node:path';
import type { ContributedSlashCommand } from '../shared/contract/command.ts';
import type { Manifest } from '../shared/contract/manifest.ts';
import type { RendererApi } from '../shared/contract/renderer-api.ts';
import { sizeLimitsOf } from '../shared/contract/size-limits.ts';
import { mostToolRules } from '../shared/contract/tool.ts';
import { type AgentService, createAgentService } from './agent/agent-service.ts';
import { createThreadLog } from './agent/threads/thread-log.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import { type ChangeService, createChangeService } from './changes/change-service.ts';
import { createDiagnostics } from './context/diagnostics.ts';
import { fetchPage } from './context/fetch-page.ts';
import { createMentions } from './context/mentions.ts';
import { createPromptTemplates, type PromptTemplates } from './context/prompt-templates.ts';
import { createMentionResolver } from './context/resolve-mentions.ts';
import { createRules } from './context/rules.ts';
import { toolsOf } from './extensions/catalog/contributions.ts';
import type { ExtensionRegistry } from './extensions/registry/extension-registry.ts';
import { warn } from './notices/notice-board.ts';
import type { ProviderRegistry } from './providers/provider-registry.ts';
import { createToolHost, type ToolHost } from './tools/tool-host.ts';

export interface AgentServicesDeps extends AiServicesDeps {
  readonly registry: Pick<ExtensionRegistry, 'require' | 'handles'>;
  readonly providers: ProviderRegistry;
  /** Of the enabled extensions. */
  manifests(): readonly Manifest[];
  slashCommands(): readonly ContributedSlashCommand[];
  personActed(extensionId: string, providerId: string): void;
  /** The words of a prompt, as the person typed them. */
  personTyped(text: string): void;
  /** The prompt templates are others than before. */
  onTemplates(): void;
}

export interface AgentServices {
  readonly agent: AgentService;
  readonly changes: ChangeService;
  readonly tools: ToolHost;
  readonly templates: PromptTemplates;
  readonly mentions: RendererApi['mentions'];
  close(): Promise<void>;
}

/** The conversation, and what models know of the project and may do in it. */
export function createAgentServices(deps: AgentServicesDeps): AgentServices {
  const { userData, settings, notices, registry, publish, workspacePath: root, openDocuments } = deps;
  const say = (id: string, text: string) => notices.show({ id, severity: 'warning', text, actions: [] });

  const changes = createChangeService({
    directory: join(userData, 'checkpoints'),
    root,
    publish,
    openPaths: openDocuments.openPaths,
    saveDocument: openDocuments.save,
    onProblem: (sentence) => warn(notices, sentence),
  });
  const diagnostics = createDiagnostics({ readText: changes.readText, openPaths: openDocuments.openPaths });
  const tools = createToolHost({
    rules: () => settings.get().toolRules,
    addRules: (added) =>
      settings.update((present) => ({ ...present, toolRules: [...present.toolRules, ...added].slice(-mostToolRules) })),
    runTool: (tool, input, callId, signal) =>
      registry.require(tool.extensionId).call('tool.run', { id: tool.id, input, callId }, { signal }),
    changes,
    fetchPage,
    diagnostics,
    environment: process.env,
    protectedPaths: [userData],
  });
  const templates = createPromptTemplates({
    userData,
    trustedFolder: deps.trustedFolder,
    extensions: () => registry.handles,
    onChanged: deps.onTemplates,
  });
  const resolver = createMentionResolver({
    platform: process.platform === 'win32' ? 'win32' : 'posix',
    openFolder: root,
    readText: changes.readText,
    openPaths: openDocuments.openPaths,
    diagnostics,
    readThread: (threadId) => agent.readThread(threadId),
    // The person typed it.
    fetchPage: (url, signal) => fetchPage(url, { signal, allowsPrivate: true }),
  });
  const agent = createAgentService({
    registry: deps.providers,
    toolHost: tools,
    threads: createThreadLog(join(userData, 'threads'), ({ message }) =>
      notices.show({
        id: 'thread-log',
        severity: 'error',
        text: `The conversation could not be saved (${message}). It is kept until the app quits.`,
        actions: [],
      }),
    ),
    publish,
    showNotice: (notice) => notices.show(notice),
    withdrawNotice: notices.withdraw,
    workspacePath: () => root() ?? '',
    savedModel: () => settings.get().model,
    saveModel: (model) => settings.update((present) => ({ ...present, model })),
    personActed: deps.personActed,
    personTyped: deps.personTyped,
    autoTitles: () => settings.get().autoTitles,
    threadLimit: () => settings.get().threadLimit,
    sizeLimits: () => sizeLimitsOf(settings.get().sizeLimits),
    onPurged: (threadId) => void changes.forget(threadId),
    debug: deps.debug,
    pickSaveFile: deps.pickSaveFile,
    showFile: deps.showFile,
    tools: () => toolsOf(deps.manifests()),
    rules: createRules({
      userData,
      isTrusted: deps.isTrusted,
      onProblem: (source, sentence) => say(`rules ${source}`, sentence),
    }),
    resolveMentions: resolver,
    expandTemplate: templates.expand,
    slashCommands: deps.slashCommands,
    slashCommand: (extensionId, id, argument, signal) =>
      registry.require(extensionId).call('slashCommand.run', { id, argument }, { signal }),
  });

  return {
    agent,
    changes,
    tools,
    templates,
    mentions: createMentions({ root }),
    async close() {
      await agent.close();
      await tools.close();
      await changes.close();
    },
  };
}
