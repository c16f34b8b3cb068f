import { fileURLToPath } from 'node:url';
import type { AgentLaunch } from '../agent-launch.ts';

/** The test agent of this folder. @param args see `agent/main.ts` */
export const testAgent = (protocol: 1 | 2, ...args: readonly string[]): AgentLaunch => ({
  name: 'Test Agent',
  program: 'test',
  command: process.execPath,
  args: [fileURLToPath(new URL('agent/main.ts', import.meta.url)), ...args],
  environment: { PATH: process.env.PATH ?? '', BIRD_HOME: 'nest' },
  ownVariables: { BIRD_HOME: 'nest' },
  protocol,
});
