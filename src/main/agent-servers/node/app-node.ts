import { type AppNodeState, appNodeRef } from '../../../shared/contract/agent-servers/app-node.ts';
import type { AgentInstalls } from '../install/agent-installs.ts';
import { placeOf } from './node-programs.ts';
import type { NodeDistribution } from './node-release.ts';

/** Node.js in the app's own folder, for who has none. */

/** @returns its program, absolute; null: it is not installed */
export function appNodeIn(installs: Pick<AgentInstalls, 'get' | 'folderOf'>) {
  const installed = installs.get(appNodeRef);
  if (!installed) return null;
  return { version: installed.version, program: placeOf(installs.folderOf(installed), installed.entry ?? '') };
}

export const appNodeState = (
  installs: Pick<AgentInstalls, 'get' | 'progressOf'>,
  release: NodeDistribution | null,
): AppNodeState => ({
  available: release?.version ?? null,
  installed: installs.get(appNodeRef)?.version ?? null,
  progress: installs.progressOf(appNodeRef),
});

export const aboutAppNode = ({ version }: NodeDistribution) => ({
  name: 'Node.js',
  description: '',
  environment: {},
  origin: `Node.js ${version}`,
  source: 'Node.js',
});
