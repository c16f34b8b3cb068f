import { join } from 'node:path';
import { formatAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { fail, ok, type Result, resultOf } from '../../../shared/contract/errors.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import { findProgram } from '../../tools/commands/find-program.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentInstalls } from '../install/agent-installs.ts';
import { contentFolder } from '../install/install-way.ts';
import type { NodeNeed, NodePrograms } from '../node/node-programs.ts';
import type { AgentKeys } from './agent-keys.ts';
import type { AgentOffer } from './agent-offer.ts';
import { type ProgramDeps, programOf } from './agent-origin.ts';
import type { Computer } from './choose-distribution.ts';

export interface LaunchDeps extends ProgramDeps {
  readonly installs: Pick<AgentInstalls, 'get' | 'folderOf'>;
  readonly keys: Pick<AgentKeys, 'environment' | 'hide'>;
  readonly environment: ProgramEnvironment;
  readonly nodes: Pick<NodePrograms, 'environmentFor'>;
  readonly computer: Computer;
  /** The person's folder. */
  readonly home: string;
}

/** How the process of an agent is started, with its keys. */
export async function launchOfOffer(offer: AgentOffer, deps: LaunchDeps): Promise<Result<AgentLaunch>> {
  const { keys, computer } = deps;
  const found = await commandOf(offer, deps);
  if (!found.ok) return found;
  const secret = await keys.environment(offer.ref);
  if (!secret.ok) return secret;
  const { name, protocol, environment: own } = offer;
  const { inherited, ...command } = found.value;
  const harmless = commandEnvironment(own, computer.platform);
  // Of a person who keeps a secret in the settings all the same.
  for (const [variable, value] of Object.entries(own)) if (!(variable in harmless)) keys.hide(value);
  return ok({
    name,
    program: programOf(offer, deps),
    ...command,
    protocol,
    environment: { ...commandEnvironment(inherited, computer.platform), ...own, ...secret.value },
    ownVariables: Object.fromEntries(Object.entries(own).filter(([variable]) => variable in harmless)),
  });
}

/** Its command, and the environment that has what runs it. */
async function commandOf(
  { ref, name, distribution }: AgentOffer,
  { installs, environment, nodes, computer, home }: LaunchDeps,
): Promise<Result<Pick<AgentLaunch, 'command' | 'args'> & { readonly inherited: NodeJS.ProcessEnv }>> {
  const environmentFor = (program: string, range?: string): Promise<Result<NodeJS.ProcessEnv>> =>
    isOfNode(program)
      ? resultOf(() => nodes.environmentFor({ who: name, program, range }))
      : environment().then(ok<NodeJS.ProcessEnv>);
  if (distribution.type === 'command') {
    const { command, args } = distribution;
    const inherited = await environmentFor(command);
    if (!inherited.ok) return inherited;
    return ok({
      command: /^~[/\\]/.test(command) ? join(home, command.slice(2)) : command,
      args,
      inherited: inherited.value,
    });
  }
  const installed = installs.get(formatAgentRef(ref));
  if (!installed) return fail('agent-missing', `${name} is not installed. Your text is kept.`);
  const { runner, entry, args, nodeRange } = installed;
  const within = (path: string) => join(installs.folderOf(installed), path);
  const own = args.map((arg) => (arg.startsWith(`./${contentFolder}/`) ? within(arg) : arg));
  const inherited = await environmentFor(runner ?? '', nodeRange);
  if (!inherited.ok) return inherited;
  if (runner === null) return ok({ command: within(entry ?? ''), args: own, inherited: inherited.value });
  const program = await findProgram(runner, inherited.value, computer.platform);
  if (program === null) {
    return fail('agent-missing', `${name} needs ${runner}, which was not found on this computer. Your text is kept.`);
  }
  const words = entry === null ? own : [within(entry), ...own];
  return ok({ command: program, args: words, inherited: inherited.value });
}

const isOfNode = (program: string): program is NodeNeed['program'] => /^(?:node|npm|npx)$/.test(program);
