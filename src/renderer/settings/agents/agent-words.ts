import type {
  AgentInstallPlan,
  AgentListState,
  AgentServerSnapshot,
} from '../../../shared/contract/agent-servers/agent-server.ts';
import type { FoundNode } from '../../../shared/contract/agent-servers/app-node.ts';
import { formatBytes } from '../../../shared/contract/size-limits.ts';

/** Whose it is, and in which version. */
export function formatAbout(agent: AgentServerSnapshot): string {
  const { from, origin, installed, available } = agent;
  const whose = {
    extension: from.type === 'extension' ? `Extension ${from.extensionName}` : '',
    settings: 'Your settings',
    registry: '',
  };
  return [
    whose[from.type],
    // The origin names the version that is installed, if any.
    origin !== '' ? origin : (installed ?? available),
    hasUpdate(agent) && `${available} can be installed`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether another version than the installed one is offered. */
export const hasUpdate = ({ installed, available }: AgentServerSnapshot): boolean =>
  installed !== undefined && available !== undefined && installed !== available;

/** What an installation would do, before it does. */
export function formatPlan({ bytes, packages, hosts, isChecked }: AgentInstallPlan): string {
  const size = bytes === null ? 'an amount that the server does not tell' : formatBytes(bytes);
  const count = packages === 1 ? '' : ` in ${packages} packages`;
  const check = isChecked
    ? 'Each file is compared with its published hash, and no script of a package is run.'
    : 'It comes at the first start, in this exact version, but without a hash that the app could compare.';
  return `Downloads ${size}${count} from ${hosts.join(', ')}. ${check} The agent then runs with the rights of your account.`;
}

/** What an installation of Node.js would do, before it does. */
export function formatNodePlan({ bytes, hosts }: AgentInstallPlan): string {
  const size = bytes === null ? 'an amount that the server does not tell' : formatBytes(bytes);
  return `Downloads ${size} from ${hosts.join(', ')}: Node.js with npm, into the app’s own folder. Each file is compared with the hash that the app knows. It runs with the rights of your account.`;
}

/** The Node.js in the PATH. */
export function formatFoundNode(found: FoundNode | null): string {
  if (!found) return 'There is none in your PATH.';
  if (found.version === null) return `The one in your PATH, ${found.path}, does not run: ${found.problem}.`;
  return `The one in your PATH, ${found.path}, is ${found.version}.`;
}

/** How old the list is, and whose. */
export function formatList({ at, host }: AgentListState, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / (24 * 60 * 60 * 1000)));
  const age = days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return host === undefined ? `The list came with the app and was made ${age}.` : `Fetched from ${host} ${age}.`;
}

/** Words of a command line: separated by spaces, unless in quotes. */
export const splitWords = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
