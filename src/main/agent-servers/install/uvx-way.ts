import { FailureError } from '../../../shared/contract/errors.ts';
import { findProgram } from '../../tools/commands/find-program.ts';
import type { UvxDistribution } from '../catalog/agent-offer.ts';
import type { InstallWay, InstallWorld } from './install-way.ts';

/** A package of PyPI in an exact version, which `uvx` gets at the first start and keeps. */
export function createUvxWay({ environment, platform }: InstallWorld): InstallWay<UvxDistribution> {
  async function expectUvx(): Promise<void> {
    if ((await findProgram('uvx', await environment(), platform)) !== null) return;
    const message = 'uvx was not found. Install uv (https://docs.astral.sh/uv), start the app again and try again.';
    throw new FailureError({ code: 'install-failed', message });
  }
  return {
    async plan() {
      await expectUvx();
      return { bytes: null, packages: 1, hosts: ['pypi.org'], isChecked: false };
    },
    async install({ package: spec, args }) {
      await expectUvx();
      return { runner: 'uvx', entry: null, args: [spec, ...args] };
    },
  };
}
