import type { ThreadsForExtensions } from './agent/threads/threads-for-extensions.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import type { CatalogServices } from './catalog-services.ts';
import type { CredentialService } from './credentials/credential-service.ts';
import type { KnownSecrets } from './credentials/known-secrets.ts';
import type { SignIns } from './credentials/sign-in/sign-ins.ts';
import { createDocumentMirror } from './documents/mirror/document-mirror.ts';
import { createAccessGate } from './extensions/api/access/access-gate.ts';
import { createEndpointApi } from './extensions/api/access/endpoint-api.ts';
import { createHostGate } from './extensions/api/access/host-gate.ts';
import { createModelApi } from './extensions/api/access/model-api.ts';
import { createTaskApi } from './extensions/api/access/task-api.ts';
import { createThreadApi } from './extensions/api/access/thread-api.ts';
import { createApiServices } from './extensions/api/api-services.ts';
import { checkedStreams } from './extensions/api/checked-streams.ts';
import { createExtensionFetch } from './extensions/api/extension-fetch.ts';
import type { ExtensionLog } from './extensions/api/extension-log.ts';
import { createExtensionMessages } from './extensions/api/extension-messages.ts';
import { createExtensionTexts } from './extensions/api/extension-texts.ts';
import { createFilesApi } from './extensions/api/files/files-api.ts';
import type { ProgressBoard } from './extensions/api/progress-board.ts';
import type { QuestionBoard } from './extensions/api/question-board.ts';
import { createStatusItems } from './extensions/api/status-items.ts';
import { createSystemApi } from './extensions/api/system-api.ts';
import { createWaitingCalls } from './extensions/api/waiting-calls.ts';
import { createSecretFiles } from './extensions/api/workspace/secret-files.ts';
import { createWorkspaceApi } from './extensions/api/workspace/workspace-api.ts';
import type { HostPorts } from './extensions/hosts/host-news.ts';
import { createHostTrace } from './extensions/hosts/host-trace.ts';
import { servicesFor } from './extensions/registry/extension-services.ts';
import type { ProgramEnvironment } from './programs/program-environment.ts';
import type { ProviderRegistry } from './providers/provider-registry.ts';
import type { ToolHost } from './tools/tool-host.ts';

export interface PortServicesDeps
  extends Pick<
      AiServicesDeps,
      | 'publish'
      | 'notices'
      | 'deadlines'
      | 'workspacePath'
      | 'events'
      | 'extensionLog'
      | 'commandLine'
      | 'settings'
      | 'state'
      | 'showFile'
      | 'openDocuments'
    >,
    Pick<CatalogServices, 'extensionSettings' | 'storage' | 'catalog'> {
  readonly environment: ProgramEnvironment;
  readonly credentials: Pick<CredentialService, 'calls' | 'trials' | 'dialogs'>;
  /** Gets every secret that is given to an extension. */
  readonly secrets: Pick<KnownSecrets, 'add'>;
  readonly signIns: Pick<SignIns, 'calls'>;
  readonly tools: Pick<ToolHost, 'services' | 'callOf'>;
  readonly questions: QuestionBoard;
  readonly progress: ProgressBoard;
  readonly log: ExtensionLog;
  /** Made later, as they need the extensions. */
  runScript(extensionId: string): Promise<unknown>;
  threads(): ThreadsForExtensions;
  providers(): ProviderRegistry;
}

/** Wires main's services for extensions. */
export function createPortServices(deps: PortServicesDeps) {
  const { publish, notices, extensionSettings, tools, questions, progress, log, catalog } = deps;
  const documents = createDocumentMirror({ publish, documentsMs: deps.deadlines.window.documentsMs });
  const waiting = createWaitingCalls();
  const access = createAccessGate({
    ask: questions.ask,
    originOf: catalog.originOf,
    allowed: catalog.allowedAccess,
    keep: catalog.keepAccess,
  });
  const endpoints = createEndpointApi({
    ask: questions.ask,
    servedBy: catalog.servedBy,
    secretsOf: catalog.secretsOf,
    isAllowed: catalog.isEndpointAllowed,
    keep: catalog.keepEndpoint,
    run: deps.runScript,
    isSigningIn: (extensionId, providerId) => deps.credentials.trials.find(extensionId, providerId) !== undefined,
    asking: deps.credentials.dialogs.hold,
    env: process.env,
    secrets: deps.secrets,
    registerMs: deps.deadlines.providers.registerMs,
  });
  const hosts = createHostGate({
    ask: questions.ask,
    originOf: catalog.originOf,
    isAllowed: catalog.isHostAllowed,
    keep: catalog.keepHost,
    asking: (extensionId) => waiting.begin(extensionId, true),
  });
  const fetchFor = createExtensionFetch({
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
    isOpenEndpoint: endpoints.permitsUrl,
    askAbout: hosts.permit,
  });
  const api = createApiServices({
    credentials: deps.credentials.calls,
    oauth: deps.signIns.calls,
    settings: extensionSettings,
    state: deps.storage,
    messages: createExtensionMessages({ notices }),
    statusItems: createStatusItems({ publish }),
    questions,
    texts: createExtensionTexts({
      folderOf: deps.storage.folderOf,
      openPaths: deps.openDocuments.openPaths,
      showFile: (path) => deps.showFile(path, { isUnasked: true }),
    }),
    progress,
    documents,
    workspace: createWorkspaceApi({ root: deps.workspacePath, secrets: createSecretFiles(questions) }),
    files: createFilesApi({ folderOf: deps.storage.folderOf, fetch: fetchFor, progress }),
    system: createSystemApi({ environment: deps.environment, platform: process.platform, arch: process.arch }),
    layout() {
      const set = deps.settings.get();
      return {
        tabSize: set['editor.tabSize'],
        insertSpaces: set['editor.insertSpaces'],
        wrapColumn: set['editor.wordWrapColumn'],
      };
    },
    threads: createThreadApi({ threads: deps.threads, access }),
    endpoints,
    models: createModelApi({ registry: deps.providers, chosen: () => deps.state.get().model, access }),
    tell: deps.events.emit,
    registered: deps.catalog.registeredLater,
    log,
  });
  const spawn = createTaskApi({ threads: deps.threads, tools, access, waiting, log });
  /** Main's side of each extension's port. */
  const ports: HostPorts = {
    methodsFor: (extensionNow, instance) =>
      waiting.noticed(
        extensionNow().manifest.id,
        servicesFor(
          () => extensionNow().manifest,
          { ...api.servicesOf(instance), ...tools.services },
          ({ id }, method, what) => log.write(id, 'warn', `called ${method} with a bad argument: ${what}`),
        ),
      ),
    streamsFor: ({ manifest }) => checkedStreams(manifest, { 'network.fetch': fetchFor, 'thread.spawn': spawn }),
    trace: createHostTrace(deps.commandLine.isTraced, (line) => deps.extensionLog.write('debug', 'trace', line)),
  };
  const { isWaiting, isAsking } = waiting;
  return { ports, documents, access, isWaiting, isAsking, gone: api.gone };
}
