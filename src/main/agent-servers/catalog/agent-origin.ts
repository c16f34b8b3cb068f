import { createHash } from 'node:crypto';
import { formatAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentInstalls } from '../install/agent-installs.ts';
import type { AgentDistribution, AgentOffer } from './agent-offer.ts';

/** How an agent is had, in a few words. */
export function formatOrigin(distribution: AgentDistribution): string {
  switch (distribution.type) {
    case 'command':
      return `command ${[distribution.command, ...distribution.args].join(' ')}`;
    case 'npm':
      return `npm package ${distribution.package} ${distribution.version}`;
    case 'uvx':
      return `PyPI package ${distribution.package}`;
    case 'archive':
      return `archive from ${new URL(distribution.url).host}`;
    case 'none':
      return '';
  }
}

/** The same without its version; of an archive what its address has beside that. A command is all of its words. */
export function formatSource(distribution: AgentDistribution): string {
  switch (distribution.type) {
    case 'command':
      return `command ${JSON.stringify([distribution.command, ...distribution.args])}`;
    case 'npm':
      return `npm package ${distribution.package}`;
    case 'uvx':
      return `PyPI package ${distribution.package.replace(/(?:==|@).*$/, '')}`;
    case 'archive':
      return `archive ${distribution.url.replaceAll(distribution.version, '')}`;
    case 'none':
      return '';
  }
}

export interface ProgramDeps {
  readonly installs: Pick<AgentInstalls, 'get'>;
  /** The folder of an enabled extension, or `bundled`. */
  originOf(extensionId: string): string;
}

/** Which program an agent is that would be started now, as a hash: of a command, of what is installed, and of who brings it. */
export function programOf({ ref, from, distribution }: AgentOffer, { installs, originOf }: ProgramDeps): string {
  const installed = distribution.type === 'command' ? null : installs.get(formatAgentRef(ref));
  const broughtBy = from.type === 'extension' ? originOf(from.extensionId) : '';
  const words = JSON.stringify([broughtBy, installed?.source ?? formatSource(distribution)]);
  return createHash('sha256').update(words).digest('hex');
}
