import { fail } from '../../shared/contract/errors.ts';
import { sizeLimitsOf } from '../../shared/contract/size-limits.ts';
import type { AgentServersDeps } from './agent-servers.ts';
import { createAgentsAtWork } from './agents-at-work.ts';
import { createAgentPermissions } from './permissions/agent-permissions.ts';
import { createAgentTerminals } from './requests/agent-terminals.ts';

const noAgent = (ref: string) => fail('agent-missing', `There is no agent ${ref}.`);

/** There are no agents, and no files that one could change. */
export const noAgents: AgentServersDeps = {
  catalog: { usable: noAgent, launchOf: async (ref) => noAgent(ref) },
  connect: () => Promise.reject(new Error('no agent')),
  terminalsOf: (of) => createAgentTerminals({ ...of, environment: async () => ({}) }),
  atWork: createAgentsAtWork(),
  permissions: createAgentPermissions({
    kept: { has: () => false, keep: () => {}, list: () => [], forget: () => {}, isStill: () => true },
    isTrusted: async () => true,
  }),
  elicit: async () => ({ type: 'cancelled' }),
  changes: {
    readText: async () => null,
    prepare: () => Promise.reject(new Error('no files')),
    apply: () => Promise.reject(new Error('no files')),
    expectCommand: async () => {},
    beforeCommand: async () => ({ missing: null, claim: () => {}, done: async () => {} }),
  },
  sizeLimits: () => sizeLimitsOf({}),
  publish: () => {},
  log: () => {},
};
