import type { PublishedDistribution } from '../../../shared/contract/agent-servers/agent-distribution.ts';
import type { AgentDistribution } from './agent-offer.ts';

export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

export interface ChosenDistribution {
  readonly distribution: AgentDistribution;
  readonly environment: Readonly<Record<string, string>>;
}

/** The first way that works on this computer: a program with a hash, a package of npm, one of PyPI. @param version of the agent */
export function chooseDistribution(
  { binary, npx, uvx }: PublishedDistribution,
  version: string,
  computer: Computer,
): ChosenDistribution {
  const target = binary && Object.hasOwn(binary, targetOf(computer)) ? binary[targetOf(computer)] : undefined;
  if (target?.sha256 !== undefined) {
    const { archive: url, sha256, cmd, args, env: environment } = target;
    return { distribution: { type: 'archive', url, sha256: sha256.toLowerCase(), cmd, args, version }, environment };
  }
  if (npx) {
    const at = npx.package.lastIndexOf('@');
    const [name, exact] = [npx.package.slice(0, at), npx.package.slice(at + 1)];
    const { args, env: environment, integrity } = npx;
    return { distribution: { type: 'npm', package: name, version: exact, args, integrity }, environment };
  }
  if (uvx) {
    const exact = /(?:==|@)([^=@]+)$/.exec(uvx.package)?.[1] ?? version;
    return {
      distribution: { type: 'uvx', package: uvx.package, version: exact, args: uvx.args },
      environment: uvx.env,
    };
  }
  const problem = target
    ? 'Its archive comes without a SHA-256, so that nobody could tell what was downloaded. It is not installed.'
    : `It is not offered for ${targetOf(computer)}, which is this computer.`;
  return { distribution: { type: 'none', problem }, environment: {} };
}

/** As the registry calls it: `linux-x86_64`. */
function targetOf({ platform, arch }: Computer): string {
  const system = platform === 'win32' ? 'windows' : platform;
  const processor = { x64: 'x86_64', arm64: 'aarch64' }[arch] ?? arch;
  return `${system}-${processor}`;
}
