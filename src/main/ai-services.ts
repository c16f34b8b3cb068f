import { join } from 'node:path';
import type { HostKind } from '../shared/contract/host-kind.ts';
import { createAddresses } from './addresses/create-addresses.ts';
import { createAgentServices } from './agent-services.ts';
import type { AiServices, AiServicesDeps } from './ai-services-contract.ts';
import { createCredentials } from './credentials/create-credentials.ts';
import { createKnownSecrets } from './credentials/known-secrets.ts';
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
import { contributionsOf } from './extensions/catalog/contributions.ts';
import { createDiscoveryNotices } from './extensions/catalog/discovery-notices.ts';
import { createExtensionDecisions } from './extensions/catalog/extension-decisions.ts';
import { createExtensionManager } from './extensions/catalog/extension-manager.ts';
import { profileHost } from './extensions/cpu-profile/profile-host.ts';
import { isSharedHost } from './extensions/hosts/host-assignment.ts';
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
import { createExtensionSettings } from './extensions/settings/extension-settings.ts';
import { warn } from './notices/notice-board.ts';
import { createProviderPages } from './providers/provider-pages.ts';
import { createProviderRegistry } from './providers/provider-registry.ts';
import { workspaceContains } from './workspace/workspace-contains.ts';

/**
 * The half of the composition root that the editor does not need: extensions, their hosts, credentials, providers and
 * the agent. A module of its own, so that it is loaded after the first paint.
 */
export async function createAiServices(deps: AiServicesDeps): Promise<AiServices> {
  const { userData, settings, notices, extensionLog, publish } = deps;
  const onProblem = (sentence: string) => warn(notices, sentence);
  const secrets = createKnownSecrets();
  const log = createExtensionLog({ file: extensionLog, scrub: secrets.scrub });
  const trace = createHostTrace(deps.isTraced, (line) => extensionLog.write('debug', 'trace', line));

  // What the person decided about extensions, and what they stored
  const states = await createExtensionDecisions({
    path: join(userData, 'extensions.json'),
    onProblem,
  });
  const installer = createInstaller({
    userRoot: join(userData, 'extensions'),
    bundledName: (id) => manager.bundledName(id),
  });
  await installer.recover();
  const state = createExtensionStorage({
    folder: join(userData, 'extension-state'),
    workspacePath: deps.workspacePath,
    onProblem,
  });

  // Every manifest that may be asked about: of the enabled extensions
  const manifests = () => manager.manifests();

  const addresses = await createAddresses({
    path: join(userData, 'known-hosts.json'),
    onProblem,
    publish: (event) => credentials.dialogs.publish(event),
    trustedFolder: deps.trustedFolder,
    extensions: manifests,
    originOf: (extensionId) => manager.originOf(extensionId),
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
    openAddress: deps.openAddress,
  });

  const { credentials, signIns, keychain } = await createCredentials({
    ...deps,
    secrets,
    onProblem,
    addresses: { permit: addresses.permit, open: deps.openAddress },
    manager: () => manager,
    onChanged: (extensionId, providerId) => providers.modelsChanged(extensionId, providerId),
    onRemovedByPerson: (extensionId, providerId) => void providers.credentialRemoved(extensionId, providerId),
  });

  const extensionSettings = createExtensionSettings({
    manifests,
    settings: settings.get,
    update: settings.update,
    onChanged(extensionId, key, value) {
      registry.tell(extensionId, 'setting.changed', { key, value });
      for (const gone of typeof value === 'object' ? manager.rowsChanged() : []) {
        void credentials.entryRemoved(gone.extensionId, gone.providerId);
      }
      void providers.refresh(extensionId);
    },
  });

  // What main does for extensions
  const documents = createDocumentMirror({ publish });
  const questions = createQuestionBoard({ publish });
  const progress = createProgressBoard({ publish });
  const instances = new Map<string, ExtensionInstance>();
  const api = createHostServices({
    credentials: credentials.calls,
    oauth: signIns.calls,
    settings: extensionSettings,
    state,
    messages: createExtensionMessages({ notices }),
    statusItems: createStatusItems({ publish }),
    questions,
    progress,
    documents,
    sendDocumentEvents: async (extensionId, events) => instances.get(extensionId)?.call('document.events', { events }),
    workspace: createWorkspaceApi({ root: deps.workspacePath }),
    modelsChanged: (extensionId, providerId) => providers.modelsChanged(extensionId, providerId),
    log,
  });
  const fetchFor = createExtensionFetch({
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
  });

  // Extensions and their hosts: a kind of host is a file and a row here
  const hostKinds: Readonly<Record<HostKind, SpawnHost>> = {
    process: spawnUtilityProcess(join(deps.built, 'main', 'exthost.js'), {
      inspectPort: (hostId) => (isSharedHost(hostId) ? deps.inspectPort : undefined),
    }),
    worker: spawnWorkerHost(join(deps.built, 'preload', 'worker-host'), {
      isInspected: (hostId) => isSharedHost(hostId) && deps.inspectPort !== undefined,
    }),
  };
  const registry = new ExtensionRegistry({
    spawn: hostKinds,
    notices: new HostNotices({
      board: notices,
      showLog: () => deps.showFile(join(userData, 'logs', 'extensions.log')),
      disable: (extensionId) => void manager.setEnabled(extensionId, false),
      showFile: deps.showFile,
    }),
    profile: ({ id, inspect }, extensions, signal) =>
      profileHost({ inspect }, id, extensions, join(userData, 'logs', 'profiles'), { signal }),
    methodsFor({ manifest }, instance) {
      instances.set(manifest.id, instance);
      return servicesFor(manifest, { ...api.services, ...tools.services }, ({ id }, method, what) =>
        log.write(id, 'warn', `called ${method} with a bad argument: ${what}`),
      );
    },
    streamsFor: ({ manifest }) => fetchStreams(manifest, fetchFor),
    trace,
    scrub: secrets.scrubFailure,
    onHosts: (hosts) => publish({ type: 'hosts', hosts }),
    onActivated(extensionId, offered) {
      agent.extensionActivated(extensionId);
      providers.activated(extensionId, offered);
    },
    onGone(extensionId) {
      credentials.withdraw(extensionId);
      api.gone(extensionId);
      tools.gone(extensionId, 'Its extension stopped.');
    },
    onStatus: () => manager.statusChanged(),
    onLog: (source, text, level = 'info') => log.write(source, level, withoutOwnFrames(text)),
    async workspaceContains(globs, signal) {
      const root = deps.workspacePath();
      return root !== null && workspaceContains(root, globs, signal);
    },
  });

  const openView = () => publish({ type: 'command', command: 'extensions.open' });
  const tellOfWaiting = createConsentNotice({ notices, openView });
  const manager = createExtensionManager({
    places: async () => ({ ...(await deps.places()), user: join(userData, 'extensions') }),
    states,
    installer,
    registry,
    pickPackage: deps.pickPackage,
    publish,
    onRefused: ({ message }) => onProblem(message),
    onDiscovery: createDiscoveryNotices({ log: extensionLog, notices, openView }),
    templates: () => templates.list(),
    onEnabled(waiting) {
      tellOfWaiting(waiting);
      void templates.refresh();
      providers.extensionsChanged();
      const wantsLanguages = ({ activation_events }: { activation_events: readonly string[] }) =>
        activation_events.some((event) => event.startsWith('onLanguage:'));
      documents.want(manifests().some(wantsLanguages));
    },
    rows: extensionSettings.rows,
    async forget(extensionId, origin) {
      await Promise.all([credentials.forget(extensionId, origin), state.forget(extensionId)]);
      settings.update((present) => {
        const { [extensionId]: _gone, ...extensions } = present.extensions;
        return { ...present, extensions };
      });
    },
  });

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

  const agentServices = createAgentServices({
    ...deps,
    registry,
    providers,
    manifests,
    slashCommands: () => contributionsOf(manifests()).slashCommands,
    personActed: credentials.personActed,
    personTyped: addresses.personTyped,
    onTemplates: () => manager.contributionsChanged(),
  });
  const { agent, changes, tools, templates } = agentServices;

  await manager.refresh();
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
      changes: changes.review,
      mentions: agentServices.mentions,
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
    answerBuffer: changes.answerBuffer,
    fileChanged: changes.fileChanged,
    extensionSettings,
    offer: manager.offer,
    documents,
    workspaceChanged() {
      void manager.refresh().then(() => registry.workspaceOpened());
    },
    async close() {
      manager.close();
      await Promise.all([agentServices.close(), registry.stop()]);
      await keychain.close();
      await state.flush();
    },
    isKeychainBusy: keychain.isBusy,
  };
}
