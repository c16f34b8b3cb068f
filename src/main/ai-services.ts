import { homedir } from 'node:os';
import { join } from 'node:path';
import { toFailure } from '../shared/contract/errors.ts';
import type { Manifest } from '../shared/contract/extensions/manifest.ts';
import { lateMethods } from '../shared/contract/methods/late-methods.ts';
import type { Handlers } from '../shared/emitter.ts';
import { createAddressOpener } from './addresses/check-address.ts';
import { createAddresses } from './addresses/create-addresses.ts';
import { createAgentCatalog } from './agent-servers/catalog/agent-catalog.ts';
import { createAgentKeys } from './agent-servers/catalog/agent-keys.ts';
import { createAgentPermissions } from './agent-servers/permissions/agent-permissions.ts';
import { openKeptPermissions } from './agent-servers/permissions/kept-permissions.ts';
import { createElicitations } from './agent-servers/requests/elicitations.ts';
import { createAgentServices } from './agent-services.ts';
import type { AiServices, AiServicesDeps } from './ai-services-contract.ts';
import { createCatalogServices } from './catalog-services.ts';
import { createMentions } from './context/mentions.ts';
import { createRootFiles } from './context/roots/root-files.ts';
import { createCredentials } from './credentials/create-credentials.ts';
import { createKnownSecrets } from './credentials/known-secrets.ts';
import { createOpenDialogs } from './credentials/open-dialogs.ts';
import { createExtensionLog } from './extensions/api/extension-log.ts';
import { createProgressBoard } from './extensions/api/progress-board.ts';
import { createQuestionBoard } from './extensions/api/question-board.ts';
import { createConsentNotice } from './extensions/catalog/consent-notice.ts';
import { createDiscoveryNotices } from './extensions/catalog/discovery-notices.ts';
import { createExtensionManager } from './extensions/catalog/extension-manager.ts';
import { createCompilationCache } from './extensions/components/compilation-cache.ts';
import { startUtilityCompiler } from './extensions/components/compiler-process-gateway.ts';
import { createComponentCompiler } from './extensions/components/component-compiler.ts';
import { HostNotices } from './extensions/hosts/host-notices.ts';
import { createGrammarColours } from './extensions/languages/grammar-colours.ts';
import { createLanguageList } from './extensions/languages/language-list.ts';
import { createFindCode } from './extensions/sources/find-code.ts';
import { createHostServices } from './host-services.ts';
import { warn } from './notices/notice-board.ts';
import { openExternal } from './platform/open-external.ts';
import { createPortServices } from './port-services.ts';
import { createProgramEnvironment } from './programs/program-environment.ts';
import { createProjectServices } from './project-services.ts';
import { openKeptAnswers } from './providers/kept-answers.ts';
import { createProviderPages } from './providers/provider-pages.ts';
import { createProviderRegistry } from './providers/provider-registry.ts';
import type { ServiceEvent } from './service-events.ts';

/**
 * The half of the composition root that the editor does not need: extensions, their hosts, credentials, providers and
 * the agent. A separate module, so that it is loaded after the first paint.
 */
export async function createAiServices(deps: AiServicesDeps): Promise<AiServices> {
  const { userData } = deps.installation;
  const { deadlines, events, state, notices, extensionLog, openView, publish } = deps;
  const tell = events.emit;
  const onProblem = (sentence: string) => warn(notices, sentence);
  const secrets = createKnownSecrets();
  const log = createExtensionLog({ file: extensionLog, scrub: secrets.scrub });
  const progress = createProgressBoard({ publish });
  const components = createComponentCompiler({
    cache: createCompilationCache({
      folder: join(userData, 'components'),
      onProblem: (sentence) => extensionLog.write('warn', 'components', sentence),
    }),
    start: startUtilityCompiler(join(deps.installation.built, 'main', 'component-compiler.cjs')),
    limits: { timeMs: deadlines.components.compileMs, memoryBytes: 1.5 * 1024 ** 3 },
    progress,
  });
  const { decisions, catalog, installer, extensionSettings, storage } = await createCatalogServices(deps, components);

  const rootFiles = createRootFiles({
    ...deps,
    userData,
    home: homedir(),
    explicitRoots: deps.commandLine.extensionRoots,
    extensions: () => registry.handles,
    onProblems(sentences) {
      for (const sentence of sentences) extensionLog.write('warn', 'roots', sentence);
      const more =
        sentences.length > 1 ? ` ${sentences.length - 1} more of this kind are in the log of extensions.` : '';
      notices.show({ id: 'root-files', severity: 'warning', text: `${sentences[0]}${more}`, actions: [] });
    },
    onRemark: (sentence) => extensionLog.write('info', 'roots', sentence),
    tell,
  });
  const environment = createProgramEnvironment({
    environment: process.env,
    platform: process.platform,
    home: homedir(),
    pathMs: deadlines.programs.pathMs,
    log: (sentence) => extensionLog.write('warn', 'programs', sentence),
  });
  const questions = createQuestionBoard({ publish });
  const project = createProjectServices({ ...deps, environment, askInDialog: questions.ask, skills: rootFiles.skills });

  // Questions of extensions during a sign-in
  const openAddress = createAddressOpener(openExternal);
  const dialogs = createOpenDialogs(publish);
  const addresses = await createAddresses({
    path: join(userData, 'known-hosts.json'),
    onProblem,
    publish: dialogs.publish,
    trustedFolder: deps.trustedFolder,
    namedHostMs: deadlines.files.namedHostMs,
    isInReview: project.changes.isInReview,
    extensions: catalog.manifests,
    originOf: catalog.originOf,
    setting: (extensionId, key) => extensionSettings.get(extensionId, key) ?? '',
    openAddress,
  });
  const { credentials, signIns, keychain, store } = await createCredentials({
    userData,
    deadlines,
    notices,
    secrets,
    catalog,
    dialogs,
    addresses: { permit: addresses.permit, open: openAddress },
    onProblem,
    tell,
  });

  // Which agents there are
  const agentCatalog = await createAgentCatalog({
    settings: deps.settings,
    keys: createAgentKeys({ store, secrets, originOf: catalog.originOf }),
    originOf: catalog.originOf,
    userData,
    resources: deps.installation.resources,
    publish,
    onProblem,
    environment,
    versionMs: deadlines.programs.versionMs,
    computer: { platform: process.platform, arch: process.arch },
    home: homedir(),
    fetch,
    showLog: () => void deps.showFile(join(userData, 'logs', 'extensions.log')),
  });

  const keptPermissions = await openKeptPermissions({
    path: join(userData, 'agent-permissions.json'),
    onProblem,
    programOf: agentCatalog.programOf,
  });
  const agentPermissions = createAgentPermissions({ kept: keptPermissions, isTrusted: deps.isTrusted });

  // Services for extensions, and their hosts
  const { ports, documents, access, isWaiting, isAsking, gone } = createPortServices({
    ...deps,
    environment,
    credentials,
    signIns,
    tools: project.tools,
    catalog,
    questions,
    progress,
    extensionSettings,
    storage,
    log,
    secrets,
    runScript: (extensionId) => registry.ensureActive(extensionId),
    threads: () => agent.forExtensions,
    providers: () => providers,
  });
  const { registry, news } = createHostServices({
    ...deps,
    ports,
    findCode: createFindCode(components),
    log,
    scrub: secrets.scrubFailure,
  });

  // Management of extensions
  const kept = await openKeptAnswers({
    path: join(userData, 'provider-answers.json'),
    onProblem: (sentence) => extensionLog.write('warn', 'providers', sentence),
  });
  const manager = createExtensionManager({
    knownCompilation: components.known,
    catalog,
    decisions,
    installer,
    registry,
    completeMs: deadlines.slashCommands.completeMs,
    pickPackage: deps.pickPackage,
    publish,
    onRefused: ({ message }) => onProblem(message),
    rootFiles,
    async forget(extensionId, origin, providers) {
      kept.forget(extensionId);
      for (const provider of providers) events.emit({ type: 'provider-removed', ...provider });
      await Promise.all([
        credentials.forget(extensionId, origin),
        storage.forget(extensionId),
        agentCatalog.forget(extensionId, origin),
      ]);
      const forgotten = extensionSettings.forget(extensionId);
      if (!forgotten.ok) onProblem(`The extension’s settings stay: ${forgotten.failure.message}`);
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
  const languages = createLanguageList({ publish, warn: (extensionId, text) => log.write(extensionId, 'warn', text) });
  const grammars = createGrammarColours({
    require: (extensionId) => registry.require(extensionId),
    isOff: (extensionId) => registry.statusOf(extensionId).status === 'failed',
    notices,
    deadlineMs: deadlines.grammars.answerMs,
  });
  const tellOfDiscovery = createDiscoveryNotices({ log: extensionLog, notices, openView });
  const tellOfWaiting = createConsentNotice({ notices, openView });

  // Models and threads
  const providers = createProviderRegistry({
    kept,
    extensions: () => registry.handles,
    publish,
    authenticate: signIns.run,
    missingScript: catalog.missingScript,
    limits: deadlines.providers,
  });
  /** Call after a person's action: the provider may ask for its key again, and a kept-off extension is retried. */
  function personActed(extensionId: string, providerId: string): void {
    credentials.personActed(extensionId, providerId);
    registry.personActed(extensionId);
  }
  const pages = createProviderPages({
    registry: providers,
    deadlines: deadlines.providers,
    credential: credentials.summary,
    variables: credentials.variables,
    removeKey: credentials.remove,
    personActed,
    state,
  });

  const elicitations = createElicitations({ publish, visit: addresses.visit });
  const agent = createAgentServices({
    ...deps,
    environment,
    ...project,
    agentCatalog,
    agentPermissions,
    registry,
    catalog,
    providers,
    personActed,
    addresses,
    elicit: elicitations.elicit,
    secrets,
    rootFiles,
    access,
    isWaiting,
    isAsking,
    log,
  });

  // Event handlers
  events.on({
    'folder-changed': () => void catalog.refresh().then(() => registry.workspaceOpened()),
    'file-changed': ({ path, by }) => project.changes.fileChanged(path, by),
    'page-connected': () => documents.reset(),
    'extensions-found': ({ discovery }) => tellOfDiscovery(discovery),
    'extensions-enabled'({ enabled, changed, waiting }) {
      registry.setExtensions(enabled, changed);
      tellOfWaiting(waiting);
      void agentCatalog.setExtensions(enabled);
      void rootFiles.refresh();
      void languages.set(enabled, changed);
      providers.extensionsChanged();
      documents.want(enabled.some(({ manifest }) => wantsLanguages(manifest)));
      manager.enabledChanged();
    },
    'extension-setting-changed'({ extensionId, key, value }) {
      registry.tell(extensionId, 'setting.changed', { key, value });
      if (typeof value === 'object') catalog.rowsChanged();
      void providers.refresh(extensionId);
    },
    'provider-removed'({ extensionId, providerId }) {
      kept.forget(extensionId, providerId);
      void credentials.entryRemoved(extensionId, providerId);
    },
    'key-changed': ({ extensionId, providerId }) => providers.modelsChanged(extensionId, providerId),
    'key-removed': ({ extensionId, providerId }) => void providers.credentialRemoved(extensionId, providerId),
    'models-changed': ({ extensionId, providerId }) => providers.modelsChanged(extensionId, providerId),
    'root-files-changed': () => manager.contributionsChanged(),
  } satisfies Handlers<ServiceEvent>);
  news.on({
    activated({ extension, offered, hash }) {
      const { manifest } = extension;
      try {
        if (hash !== undefined) catalog.registered(extension, offered, hash);
      } catch (thrown) {
        const text = toFailure(thrown).message;
        log.write(manifest.id, 'error', text);
        news.emit({ type: 'extension-failed', extension, text });
      }
      agent.extensionActivated(manifest.id);
      providers.activated(manifest.id, offered);
      manager.statusChanged();
    },
    gone({ extension }) {
      const { manifest } = extension;
      catalog.ended(extension);
      grammars.ended(manifest.id);
      languages.ended(manifest.id);
      credentials.withdraw(manifest.id);
      gone(manifest.id);
      project.tools.gone(manifest.id, 'Its extension stopped.');
    },
    'hosts-changed': () => manager.statusChanged(),
    'extension-kept-off': () => manager.statusChanged(),
    'extension-forgiven': () => manager.statusChanged(),
  });

  // Extensions run from here on
  await catalog.refresh();
  documents.onLanguage((languageId) => registry.activateFor(`onLanguage:${languageId}`));
  if (deps.workspacePath() !== null) registry.workspaceOpened();
  registry.activateFor('onStartup');

  return {
    methods: lateMethods,
    // Handlers from several services are merged; methods missing in the table cannot be called.
    handlers: {
      addresses,
      agent,
      agents: {
        ...agentCatalog.calls,
        ...agent.agents,
        answerForm: elicitations.answerForm,
        permissions: agentPermissions.list,
        forgetPermission: agentPermissions.forget,
      },
      threads: agent.threads,
      changes: project.changes.review,
      mentions: createMentions({ root: deps.workspacePath }),
      providers: { ...credentials, ...signIns, ...pages },
      credentials,
      hosts: { ...registry.hostControls, ...log },
      extensions: manager,
      grammars,
      extensionSettings,
      documentMirror: documents,
      questions: { ...progress, ...questions },
    },
    offer: manager.offer,
    async close() {
      manager.close();
      const deeds = async () => {
        await agent.close();
        await agentCatalog.close();
        await project.tools.close();
        await project.changes.close();
      };
      await Promise.all([deeds(), registry.stop()]);
      await keychain.close();
      await Promise.all([storage.flush(), addresses.flush(), keptPermissions.flush(), kept.flush()]);
    },
    isKeychainBusy: keychain.isBusy,
  };
}

const wantsLanguages = ({ activation_events }: Manifest): boolean =>
  activation_events.some((event) => event.startsWith('onLanguage:'));
