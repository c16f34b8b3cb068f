import { join } from 'node:path';
import type { MainEvent, RendererApi } from '../shared/contract/renderer-api.ts';
import { type AgentService, createAgentService } from './agent/agent-service.ts';
import { createThreadLog } from './agent/thread-log.ts';
import { createCredentialService } from './credentials/credential-service.ts';
import { createCredentialStore } from './credentials/credential-store.ts';
import { createKeychain } from './credentials/keychain.ts';
import { discoverExtensions, type ExtensionRoot } from './extensions/discovery.ts';
import { ExtensionRegistry } from './extensions/extension-registry.ts';
import { type ExtensionServices, servicesFor } from './extensions/extension-services.ts';
import { createExtensionSettings, type ExtensionSettings } from './extensions/extension-settings.ts';
import { HostNotices } from './extensions/host-notices.ts';
import { spawnUtilityProcess } from './extensions/utility-process-gateway.ts';
import type { NoticeBoard } from './notices/notice-board.ts';
import type { LogFile } from './platform/log-file.ts';
import { createProviderRegistry } from './providers/provider-registry.ts';
import type { SettingsStore } from './settings/settings-store.ts';

export interface AiServicesDeps {
  readonly userData: string;
  readonly roots: readonly ExtensionRoot[];
  /** The extension host's entry module. */
  readonly hostModule: string;
  readonly settings: SettingsStore;
  readonly notices: NoticeBoard;
  readonly extensionLog: LogFile;
  readonly showExtensionLog: () => void;
  readonly workspacePath: () => string;
  readonly publish: (event: MainEvent) => void;
}

export interface AiServices {
  readonly agent: AgentService;
  readonly credentials: RendererApi['credentials'];
  readonly extensionSettings: ExtensionSettings;
  restartHost(hostId: string): void;
  close(): Promise<void>;
  /** Whether the keychain holds a thread that the process would wait for at its end. */
  isKeychainBusy(): boolean;
}

/**
 * The half of the composition root that the editor does not need: extensions, their hosts, credentials, providers and
 * the agent. A module of its own, so that it is loaded after the first paint.
 */
export async function createAiServices(deps: AiServicesDeps): Promise<AiServices> {
  const { settings, notices, extensionLog, publish } = deps;
  const { extensions, problems } = await discoverExtensions(deps.roots);
  for (const { file, line, reason } of problems) {
    const place = line === undefined ? file : `${file}:${line}`;
    extensionLog.write('error', 'extensions', `${place}: ${reason}`);
    notices.show({
      id: `manifest:${file}`,
      severity: 'warning',
      text: `An extension was left out: ${place}: ${reason}.`,
      actions: [],
    });
  }
  const manifests = () => extensions.map(({ manifest }) => manifest);

  const keychain = createKeychain();
  const credentials = createCredentialService({
    store: createCredentialStore(keychain),
    manifests,
    publish,
    showNotice: (notice) => notices.show(notice),
    // Reading a variable wants the person's consent, and nothing can give it yet.
    isEnvAllowed: () => false,
    env: process.env,
    onChanged: (extensionId, providerId) => providers.modelsChanged(extensionId, providerId),
    onRemovedByPerson: (extensionId, providerId) => void providers.credentialRemoved(extensionId, providerId),
  });

  const extensionSettings = createExtensionSettings({
    manifests,
    settings: settings.get,
    update: settings.update,
    onChanged: (extensionId) => void providers.refresh(extensionId),
  });

  const services: ExtensionServices = {
    ...credentials.calls,
    'setting.get': ({ id }, { key }) => extensionSettings.get(id, key),
    'provider.modelsChanged': ({ id }, { providerId }) => {
      providers.modelsChanged(id, providerId);
      return null;
    },
    'log.write': ({ id }, { level, text }) => {
      extensionLog.write(level, id, text);
      return null;
    },
  };

  const registry = new ExtensionRegistry({
    spawn: spawnUtilityProcess(deps.hostModule),
    notices: new HostNotices(notices, deps.showExtensionLog),
    methodsFor: ({ manifest }) => servicesFor(manifest, services),
    onHosts: (hosts) => publish({ type: 'hosts', hosts }),
    onActivated: (extensionId) => void providers.refresh(extensionId),
    onGone: (extensionId) => credentials.withdraw(extensionId),
    onLog: (source, line) => extensionLog.write('info', source, line),
  });
  registry.add(extensions);

  const providers = createProviderRegistry({
    extensions: () => registry.handles,
    publish,
    withdrawCredentialRequest: credentials.withdraw,
  });

  const agent = createAgentService({
    registry: providers,
    threads: createThreadLog(join(deps.userData, 'threads'), ({ message }) =>
      notices.show({
        id: 'thread-log',
        severity: 'error',
        text: `The conversation could not be saved (${message}). It is kept until the app quits.`,
        actions: [],
      }),
    ),
    publish,
    showNotice: (notice) => notices.show(notice),
    workspacePath: deps.workspacePath,
    savedModel: () => settings.get().model,
    saveModel: (model) => settings.update((present) => ({ ...present, model })),
    personActed: credentials.personActed,
  });

  registry.activateOnStartup();
  return {
    agent,
    credentials,
    extensionSettings,
    restartHost: (hostId) => registry.restartHost(hostId),
    async close() {
      await Promise.all([agent.close(), registry.stop(), keychain.idle()]);
    },
    isKeychainBusy: keychain.isBusy,
  };
}
