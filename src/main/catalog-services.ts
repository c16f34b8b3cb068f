import { join } from 'node:path';
import { extensionStateFolder } from '../shared/app-texts.ts';
import type { AiServicesDeps } from './ai-services-contract.ts';
import { createExtensionStorage, type ExtensionStorage } from './extensions/api/extension-storage.ts';
import { createExtensionCatalog, type ExtensionCatalog } from './extensions/catalog/extension-catalog.ts';
import { createExtensionDecisions, type ExtensionDecisions } from './extensions/catalog/extension-decisions.ts';
import type { ComponentCompiler } from './extensions/components/component-compiler.ts';
import { createInstaller, type Installer } from './extensions/install/installer.ts';
import {
  createExtensionSettings,
  type ExtensionSettings,
  settingRows,
} from './extensions/settings/extension-settings.ts';
import { openKeptRegistrations } from './extensions/sources/kept-registrations.ts';
import { warn } from './notices/notice-board.ts';

export interface CatalogServices {
  readonly decisions: ExtensionDecisions;
  readonly catalog: ExtensionCatalog;
  readonly installer: Installer;
  readonly extensionSettings: ExtensionSettings;
  readonly storage: ExtensionStorage;
}

/** Wires the catalog of extensions, the person's decisions about them, and their storage. */
export async function createCatalogServices(
  deps: AiServicesDeps,
  { compile }: ComponentCompiler,
): Promise<CatalogServices> {
  const { installation, commandLine, settings, notices, events } = deps;
  const { userData } = installation;
  const userRoot = join(userData, 'extensions');
  const onProblem = (sentence: string) => warn(notices, sentence);
  const tell = events.emit;
  const decisions = await createExtensionDecisions({ path: join(userData, 'extensions.json'), onProblem });
  const registrations = await openKeptRegistrations({ path: join(userData, 'script-registrations.json'), onProblem });
  const catalog = createExtensionCatalog({
    places: () => ({
      development: commandLine.developmentPaths,
      explicit: commandLine.extensionPaths,
      explicitRoots: commandLine.extensionRoots,
      user: userRoot,
      trustedWorkspace: deps.trustedFolder(),
      bundled: join(installation.resources, 'extensions'),
    }),
    decisions,
    rows: (manifest, key) => settingRows(settings.get(), manifest, key),
    registrations,
    tell,
  });
  const installer = createInstaller({ userRoot, bundledName: catalog.bundledName, compile });
  await installer.recover();
  const extensionSettings = createExtensionSettings({
    manifests: catalog.manifests,
    settings: settings.get,
    update: settings.update,
    tell,
  });
  const storage = createExtensionStorage({
    folder: join(userData, extensionStateFolder),
    workspacePath: deps.workspacePath,
    onProblem,
  });
  return { decisions, catalog, installer, extensionSettings, storage };
}
