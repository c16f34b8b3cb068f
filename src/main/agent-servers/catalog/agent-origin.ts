import type { AgentDistribution } from './agent-offer.ts';

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
