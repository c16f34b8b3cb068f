import { join } from 'node:path';
import type { HostKind } from '../shared/contract/host-kind.ts';
import type { Manifest } from '../shared/contract/manifest.ts';
import { createEmitter, type Handlers } from '../shared/emitter.ts';
import { createAddresses } from './addresses/create-addresses.ts';
import { createAgentServices } from './agent-services.ts';
import type { AiServices, AiServicesDeps } from './ai-services-contract.ts';
import { createMentions } from './context/mentions.ts';
import { createPromptTemplates } from './context/prompt-templates.ts';
import { createCredentials } from './credentials/create-credentials.ts';
import { createKnownSecrets } from './credentials/known-secrets.ts';
import { createOpenDialogs } from './credentials/open-dialogs.ts';
import { createDocumentMirror } from './documents/document-mirror.ts';
import { createHostServices } from './extensions/api/extension-api.ts';
import { createExtensionFetch, fetchStreams } from './extensions/api/extension-fetch.ts';
import { createExtensionLog } from './extensions/api/extension-log.ts';
import { createExtensionMessages } from './extensions/api/extension-messages.ts';
import { createExtensionStorage } from './extensions/api/extension-storage.ts';
import { createProgressBoard } from './extensions/api/progress-board.ts';
import { createQuestionBoard } from './extensions/api/question-board.ts';
import { createStatusItems } from './extensions/api/status-items.ts';
import { createWorkspaceApi } from './extensions/api/workspace-api.ts';
import { createConsentNotice } from './extensions/catalog/consent-notice.ts';
import { createDiscoveryNotices } from './extensions/catalog/discovery-notices.ts';
import { createExtensionCatalog } from './extensions/catalog/extension-catalog.ts';
import { createExtensionDecisions } from './extensions/catalog/extension-decisions.ts';
import { createExtensionManager } from './extensions/catalog/extension-manager.ts';
import { profileHost } from './extensions/cpu-profile/profile-host.ts';
import type { ExtensionHost } from './extensions/hosts/extension-host.ts';
import { isSharedHost } from './extensions/hosts/host-assignment.ts';
import type { HostNews } from './extensions/hosts/host-news.ts';
import { HostNotices } from './extensions/hosts/host-notices.ts';
import type { SpawnHost } from './extensions/hosts/host-process.ts';
import { createHostTrace } from './extensions/hosts/host-trace.ts';
import { withoutOwnFrames } from './extensions/hosts/output-entries.ts';
import { spawnUtilityProcess } from './extensions/hosts/process/utility-process-gateway.ts';
import { spawnWorkerHost } from './extensions/hosts/worker/worker-host-gateway.ts';
import { createInstaller } from './extensions/install/installer.ts';
import type { ExtensionInstance } from './extensions/registry/extension-connection.ts';
import { ExtensionRegistry } from './extensions/registry/extension-registry.ts';
import { servicesFor } from './extensions/registry/extension-services.ts';
import { createExtensionSettings, settingRows } from './extensions/settings/extension-settings.ts';
import { warn } from './notices/notice-board.ts';
import { createProjectServices } from './project-services.ts';
import { createProviderPages } from './providers/provider-pages.ts';
import { createProviderRegistry } from './providers/provider-registry.ts';
import type { ServiceEvent } from './service-events.ts';
import { workspaceContains } from './workspace/workspace-contains.ts';

/**
 * The half of the composition root that the editor does not need: extensions, their hosts, credentials, providers and
 * the agent. A module of its own, so that it is loaded after the first paint.
 */
export async function createAiServices(deps: AiServicesDeps): Promise<AiServices> {
  const { events, userData, settings, notices, extensionLog, openView, publish } = deps;
  const tell = events.emit;
  const onProblem = (sentence: string) => warn(notices, sentence);
  const secrets = createKnownSecrets();
  const log = createExtensionLog({ file: extensionLog, scrub: secrets.scrub });
  const trace = createHostTrace(deps.isTraced, (line) => extensionLog.write('debug', 'trace', line));

  // Which extensions there are, what the person decided about them, and what they stored
  const decisions = await createExtensionDecisions({
    path: join(userData, 'extensions.json'),
    onProblem,
  });
  const catalog = createExtensionCatalog({
    places: async () => ({ ...(await deps.places()), user: join(userData, 'extensions') }),
    decisions,
    rows: (manifest, key) => settingRows(settings.get(), manifest, key),
    tell,
  });
  const installer = createInstaller({ userRoot: join(userData, 'extensions'), bundledName: catalog.bundledName });
  await installer.recover();
  const storage = createExtensionStorage({
    folder: join(userData, 'extension-state'),
    workspacePath: deps.workspacePath,
    onProblem,
  });
  const extensionSettings = createExtensionSettings({
    manifests: catalog.manifests,
    settings: settings.get,
    update: settings.update,
    tell,
  });

  // What an extension may ask of the person while a provider is signed in
  const dialogs = createOpenDialogs(publish);
  const addresses = await createAddresses({
    path: join(userData, 'known-hosts.json'),
    onProblem,
    publish: dialogs.publish,
    trustedFolder: deps.trustedFolder,
    extensions: catalog.manifests,
    originOf: catalog.originOf,
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
    openAddress: deps.openAddress,
  });
  const { credentials, signIns, keychain } = await createCredentials({
    ...deps,
    secrets,
    catalog,
    dialogs,
    addresses: { permit: addresses.permit, open: deps.openAddress },
    onProblem,
    tell,
  });

  // What main does for extensions
  const project = createProjectServices(deps);
  const documents = createDocumentMirror({ publish });
  const questions = createQuestionBoard({ publish });
  const progress = createProgressBoard({ publish });
  const instances = new Map<string, ExtensionInstance>();
  const api = createHostServices({
    credentials: credentials.calls,
    oauth: signIns.calls,
    settings: extensionSettings,
    state: storage,
    messages: createExtensionMessages({ notices }),
    statusItems: createStatusItems({ publish }),
    questions,
    progress,
    documents,
    sendDocumentEvents: async (extensionId, events) => instances.get(extensionId)?.call('document.events', { events }),
    workspace: createWorkspaceApi({ root: deps.workspacePath }),
    tell,
    log,
  });
  const fetchFor = createExtensionFetch({
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
  });

  // Extensions and their hosts: a kind of host is a file, a line here and a row of `hostKinds`
  const spawn: Readonly<Record<HostKind, SpawnHost>> = {
    process: spawnUtilityProcess(join(deps.built, 'main', 'exthost.js'), {
      inspectPort: (hostId) => (isSharedHost(hostId) ? deps.inspectPort : undefined),
    }),
    worker: spawnWorkerHost(join(deps.built, 'preload', 'worker-host'), {
      isInspected: (hostId) => isSharedHost(hostId) && deps.inspectPort !== undefined,
    }),
  };
  const news = createEmitter<HostNews<ExtensionHost>>((error, { type }) =>
    extensionLog.write('error', 'extensions', `after ${type}: ${String(error)}`),
  );
  news.on({
    'hosts-changed': ({ hosts }) => publish({ type: 'hosts', hosts }),
    log: ({ source, text, level = 'info' }) => log.write(source, level, withoutOwnFrames(text)),
  });
  const registry = new ExtensionRegistry({
    spawn,
    ports: {
      methodsFor({ manifest }, instance) {
        instances.set(manifest.id, instance);
        return servicesFor(manifest, { ...api.services, ...project.tools.services }, ({ id }, method, what) =>
          log.write(id, 'warn', `called ${method} with a bad argument: ${what}`),
        );
      },
      streamsFor: ({ manifest }) => fetchStreams(manifest, fetchFor),
      trace,
    },
    news,
    profile: ({ id, inspect }, extensions, signal) =>
      profileHost({ inspect }, id, extensions, join(userData, 'logs', 'profiles'), { signal }),
    scrub: secrets.scrubFailure,
    tell,
    async workspaceContains(globs, signal) {
      const root = deps.workspacePath();
      return root !== null && workspaceContains(root, globs, signal);
    },
  });

  // What a person does with extensions
  const templates = createPromptTemplates({
    userData,
    trustedFolder: deps.trustedFolder,
    extensions: () => registry.handles,
    tell,
  });
  const manager = createExtensionManager({
    catalog,
    decisions,
    installer,
    registry,
    pickPackage: deps.pickPackage,
    publish,
    onRefused: ({ message }) => onProblem(message),
    templates: templates.list,
    async forget(extensionId, origin) {
      await Promise.all([credentials.forget(extensionId, origin), storage.forget(extensionId)]);
      settings.update((present) => {
        const { [extensionId]: _gone, ...extensions } = present.extensions;
        return { ...present, extensions };
      });
    },
  });
  new HostNotices({
    news,
    board: notices,
    showLog: () => deps.showFile(join(userData, 'logs', 'extensions.log')),
    disable: (extensionId) => void manager.setEnabled(extensionId, false),
    retry: (extensionId) => registry.retry(extensionId),
    showFile: deps.showFile,
  });
  const tellOfDiscovery = createDiscoveryNotices({ log: extensionLog, notices, openView });
  const tellOfWaiting = createConsentNotice({ notices, openView });

  // Models, and the conversation with them
  const providers = createProviderRegistry({
    extensions: () => registry.handles,
    publish,
    authenticate: signIns.run,
  });
  const pages = createProviderPages({
    registry: providers,
    credential: credentials.summary,
    variables: credentials.variables,
    removeKey: credentials.remove,
    personActed: credentials.personActed,
    setFavourite: (model, isFavourite) =>
      settings.update((present) => {
        const others = present.favouriteModels.filter((one) => one !== model);
        return { ...present, favouriteModels: isFavourite ? [...others, model] : others };
      }),
  });

  const agent = createAgentServices({
    ...deps,
    ...project,
    registry,
    catalog,
    providers,
    credentials,
    addresses,
    templates,
  });

  // Who hears what
  events.on({
    'folder-changed': () => void catalog.refresh().then(() => registry.workspaceOpened()),
    'file-changed': ({ path, by }) => project.changes.fileChanged(path, by),
    'page-connected': () => documents.reset(),
    'extensions-found': ({ discovery }) => tellOfDiscovery(discovery),
    'extensions-enabled'({ enabled, changed, waiting }) {
      registry.setExtensions(enabled, changed);
      tellOfWaiting(waiting);
      void templates.refresh();
      providers.extensionsChanged();
      documents.want(enabled.some(({ manifest }) => wantsLanguages(manifest)));
      manager.enabledChanged();
    },
    'extension-status-changed': () => manager.statusChanged(),
    'extension-activated'({ extensionId, offered }) {
      agent.extensionActivated(extensionId);
      providers.activated(extensionId, offered);
    },
    'extension-gone'({ extensionId }) {
      credentials.withdraw(extensionId);
      api.gone(extensionId);
      project.tools.gone(extensionId, 'Its extension stopped.');
    },
    'extension-setting-changed'({ extensionId, key, value }) {
      registry.tell(extensionId, 'setting.changed', { key, value });
      if (typeof value === 'object') catalog.rowsChanged();
      void providers.refresh(extensionId);
    },
    'provider-removed': ({ extensionId, providerId }) => void credentials.entryRemoved(extensionId, providerId),
    'key-changed': ({ extensionId, providerId }) => providers.modelsChanged(extensionId, providerId),
    'key-removed': ({ extensionId, providerId }) => void providers.credentialRemoved(extensionId, providerId),
    'models-changed': ({ extensionId, providerId }) => providers.modelsChanged(extensionId, providerId),
    'templates-changed': () => manager.contributionsChanged(),
  } satisfies Handlers<ServiceEvent>);

  // From here on extensions run
  await catalog.refresh();
  documents.onLanguage((languageId) => registry.activateFor(`onLanguage:${languageId}`));
  if (deps.workspacePath() !== null) registry.workspaceOpened();
  registry.activateFor('onStartup');

  return {
    handlers: {
      addresses: {
        open: addresses.follow,
        answer: async (questionId, isAllowed) => addresses.answer(questionId, isAllowed),
      },
      agent,
      threads: agent.threads,
      changes: project.changes.review,
      mentions: createMentions({ root: deps.workspacePath }),
      providers: {
        ...pages,
        setVariable: credentials.setVariable,
        answerVariable: credentials.answerVariable,
        openSignIn: signIns.openSignIn,
        endSignIn: signIns.endSignIn,
      },
      credentials: {
        answer: credentials.answer,
        list: credentials.list,
        remove: credentials.remove,
        replace(extensionId, providerId) {
          credentials.personActed(extensionId, providerId);
          return providers.signIn(extensionId, providerId, { asksFirst: true }, new AbortController().signal);
        },
      },
      hosts: {
        restart: async (hostId) => registry.restartHost(hostId),
        log: async (extensionId) => (extensionId === undefined ? extensionLog.tail() : log.tail(extensionId)),
        inspect: (hostId) => registry.inspectHost(hostId),
      },
      extensions: {
        ...manager,
        async contributions() {
          await templates.refresh();
          return manager.contributions();
        },
        running: () => registry.running(),
        runCommand: (extensionId, id) => registry.run(extensionId, 'command.run', { id }),
      },
      questions: {
        answer: async (questionId, answer) => questions.answer(questionId, answer),
        cancelProgress: async (progressId) => progress.cancel(progressId),
      },
    },
    answerBuffer: project.changes.answerBuffer,
    extensionSettings,
    offer: manager.offer,
    report: documents.report,
    async close() {
      manager.close();
      const deeds = async () => {
        await agent.close();
        await project.tools.close();
        await project.changes.close();
      };
      await Promise.all([deeds(), registry.stop()]);
      await keychain.close();
      await Promise.all([storage.flush(), addresses.flush()]);
    },
    isKeychainBusy: keychain.isBusy,
  };
}

const wantsLanguages = ({ activation_events }: Manifest): boolean =>
  activation_events.some((event) => event.startsWith('onLanguage:'));
