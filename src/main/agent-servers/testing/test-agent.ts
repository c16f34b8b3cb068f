import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentLaunch } from '../agent-launch.ts';

/** It is started for almost every test, and most of that would be to compile the SDK: Node's own place for what is compiled. */
const compiled = join(tmpdir(), 'node-compile-cache');

/** The test agent of this folder. @param args see `agent/main.ts` */
export const testAgent = (protocol: 1 | 2, ...args: readonly string[]): AgentLaunch => ({
  name: 'Test Agent',
  program: 'test',
  command: process.execPath,
  args: [fileURLToPath(new URL('agent/main.ts', import.meta.url)), ...args],
  environment: { PATH: process.env.PATH ?? '', BIRD_HOME: 'nest', NODE_COMPILE_CACHE: compiled },
  ownVariables: { BIRD_HOME: 'nest' },
  protocol,
});
