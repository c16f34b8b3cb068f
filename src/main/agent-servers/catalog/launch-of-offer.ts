import { join } from 'node:path';
import { formatAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import { findProgram } from '../../tools/commands/find-program.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentInstalls } from '../install/agent-installs.ts';
import { contentFolder } from '../install/install-way.ts';
import type { AgentKeys } from './agent-keys.ts';
import type { AgentOffer } from './agent-offer.ts';
import type { Computer } from './choose-distribution.ts';

export interface LaunchDeps {
  readonly installs: Pick<AgentInstalls, 'get' | 'folderOf'>;
  readonly keys: Pick<AgentKeys, 'environment' | 'hide'>;
  readonly environment: ProgramEnvironment;
  readonly computer: Computer;
  /** The person's folder. */
  readonly home: string;
}

/** How the process of an agent is started, with its keys. */
export async function launchOfOffer(offer: AgentOffer, deps: LaunchDeps): Promise<Result<AgentLaunch>> {
  const { keys, environment, computer } = deps;
  const program = await programOf(offer, deps);
  if (!program.ok) return program;
  const secret = await keys.environment(offer.ref);
  if (!secret.ok) return secret;
  const { name, protocol, environment: own } = offer;
  const harmless = commandEnvironment(own, computer.platform);
  // Of a person who keeps a secret in the settings all the same.
  for (const [variable, value] of Object.entries(own)) if (!(variable in harmless)) keys.hide(value);
  return ok({
    name,
    ...program.value,
    protocol,
    environment: { ...commandEnvironment(await environment(), computer.platform), ...own, ...secret.value },
    ownVariables: Object.fromEntries(Object.entries(own).filter(([variable]) => variable in harmless)),
  });
}

/** How the process is started but for its environment. */
async function programOf(
  { ref, name, distribution }: AgentOffer,
  { installs, environment, computer, home }: LaunchDeps,
): Promise<Result<Pick<AgentLaunch, 'command' | 'args'>>> {
  if (distribution.type === 'command') {
    const { command, args } = distribution;
    return ok({ command: /^~[/\\]/.test(command) ? join(home, command.slice(2)) : command, args });
  }
  const installed = installs.get(formatAgentRef(ref));
  if (!installed) return fail('agent-missing', `${name} is not installed. Your text is kept.`);
  const { runner, entry, args } = installed;
  const within = (path: string) => join(installs.folderOf(installed), path);
  const own = args.map((arg) => (arg.startsWith(`./${contentFolder}/`) ? within(arg) : arg));
  if (runner === null) return ok({ command: within(entry ?? ''), args: own });
  const program = await findProgram(runner, await environment(), computer.platform);
  if (program === null) {
    const what = runner === 'node' ? 'Node.js (https://nodejs.org)' : runner;
    return fail('agent-missing', `${name} needs ${what}, which was not found on this computer. Your text is kept.`);
  }
  return ok({ command: program, args: entry === null ? own : [within(entry), ...own] });
}
