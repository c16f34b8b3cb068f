import { join } from 'node:path';
import { beforeEach, vi } from 'vitest';
import type { AgentCall } from '../../shared/content/agent-items.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import { sizeLimitsOf } from '../../shared/contract/size-limits.ts';
import type { AnswerView, ThreadView } from '../../shared/contract/thread-view.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { AgentService } from '../agent/agent-service.ts';
import { type AgentSetting, agentSetting, answers, ended, send } from '../agent/agent-setting.fixture.ts';
import { createWorld, type World } from '../changes/changes-world.fixture.ts';
import type { AgentLaunch } from './agent-launch.ts';
import { createAgentsAtWork } from './agents-at-work.ts';
import { connectAgent } from './connection/connect-agent.ts';
import { noAgents } from './no-agents.fixture.ts';
import { createAgentTerminals } from './requests/agent-terminals.ts';
import { patientLimits } from './testing/recording-client.fixture.ts';
import { testAgent } from './testing/test-agent.ts';

/** The reference of the agent of such a setting. */
export const ref = 'agent/settings/test';

export interface AgentsSetting {
  readonly set: AgentSetting;
  readonly world: World;
  /** How the agent is started from now on. */
  launch: AgentLaunch;
  /** Others, by their references; none at first. */
  others: Readonly<Record<string, AgentLaunch>>;
  /** How it was started, once for each process. */
  readonly started: readonly AgentLaunch[];
  /** The standard error of all of them. */
  readonly logged: readonly string[];
}

/** Threads of a folder with a file, in which the test agent answers: anew for each test. */
export function agentsSetting(): AgentsSetting {
  const set = agentSetting();
  const setting = { set, launch: testAgent(1) } as { -readonly [K in keyof AgentsSetting]: AgentsSetting[K] };
  const launchOf = (agent: string) => {
    const found = agent === ref ? setting.launch : setting.others[agent];
    return found ? ok(found) : fail('agent-missing', `There is no agent ${agent}.`);
  };

  beforeEach(async () => {
    const world = await createWorld({ 'notes.txt': 'old\n' });
    const started: AgentLaunch[] = [];
    const logged: string[] = [];
    Object.assign(setting, { world, started, logged, others: {} });
    setting.launch = testAgent(1, '--sessions', join(set.folder, 'sessions'));
    set.saved = ref;
    set.workspace = world.root;
    set.agentServers = {
      catalog: { usable: launchOf, launchOf: async (agent) => launchOf(agent) },
      connect(launched, client, folder, signal) {
        started.push(launched);
        return connectAgent(
          launched,
          client,
          { folder, version: '0.0.0', limits: patientLimits, scrub: (text) => text },
          signal,
        );
      },
      terminalsOf: (of) => createAgentTerminals({ ...of, environment: async () => process.env }),
      elicit: async () => ({ type: 'declined' }),
      changes: world.service,
      sizeLimits: () => sizeLimitsOf(set.sizeLimits),
      publish: () => {},
      atWork: createAgentsAtWork(),
      permissions: noAgents.permissions,
      log: (_agent, line) => logged.push(line),
      limits: { quietMs: 200, graceMs: 200 },
    };
  });
  return setting;
}

export async function viewOf(agent: AgentService): Promise<ThreadView> {
  return foldThread((await agent.thread()).entries);
}

export const calls = (answer: AnswerView | undefined): AgentCall[] =>
  (answer?.parts ?? []).flatMap((part) => (part.type === 'agent-call' ? [part.call] : []));

/** Another agent, which keeps its sessions for itself. */
export const otherAgent = (set: Pick<AgentSetting, 'folder'>, name: string): AgentLaunch => ({
  ...testAgent(1, '--sessions', join(set.folder, `sessions of ${name}`)),
  name,
});

/** A question of the last answer, once one waits. */
export const asked = (agent: AgentService) =>
  vi.waitFor(
    async () => {
      const found = calls((await answers(agent)).at(-1))
        .flatMap(({ questions }) => questions)
        .find(({ answer }) => answer === undefined);
      if (!found) throw new Error('Nothing is asked.');
      return found;
    },
    { timeout: 60_000 },
  );

/** Sends a prompt. @returns its answer, the last of so many, once it has ended */
export async function ask(agent: AgentService, text: string, count?: number): Promise<AnswerView | undefined> {
  await send(agent, text);
  return (await ended(agent, count ?? (await answers(agent)).length)).at(-1);
}
