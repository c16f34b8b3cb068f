import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { findProgram } from '../../tools/commands/find-program.ts';
import { hostEnvironment } from '../hosts/process/host-environment.ts';
import type { ExtensionServices } from '../registry/extension-services.ts';
import { requireWorkspace } from './workspace/workspace-api.ts';

type SystemMethod = Extract<keyof ExtensionServices, `system.${string}`>;
export type SystemApi = Pick<ExtensionServices, SystemMethod>;

export interface SystemApiDeps {
  readonly environment: ProgramEnvironment;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** Facts about the computer, for extensions. */
export function createSystemApi({ environment, platform, arch }: SystemApiDeps): SystemApi {
  /** What is there tells something of the person, as their files do. */
  const expectMay = (caller: Manifest) => requireWorkspace(caller, 'read');
  return {
    'system.platform': () => ({
      os: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
      architecture: arch === 'arm64' ? 'arm64' : 'x64',
    }),
    async 'system.which'(caller, { name }) {
      expectMay(caller);
      return findProgram(name, await environment(), platform);
    },
    async 'system.environment'(caller) {
      expectMay(caller);
      const harmless = Object.entries(hostEnvironment(await environment(), platform));
      // A proxy may have a password, with or without a scheme before it.
      return Object.fromEntries(
        harmless.filter(
          ([name, value]) => !name.startsWith('OUTRIGGER_') && !(/_proxy$/i.test(name) && value.includes('@')),
        ),
      );
    },
  };
}
