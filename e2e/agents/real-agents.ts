import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropicMessages } from '../servers/anthropic-wire.ts';
import { geminiContent } from '../servers/gemini-wire.ts';
import { type Answer, type ProviderServer, startProviderServer, type WireFormat } from '../servers/provider-server.ts';
import { type AgentPackage, installedAgent } from '../support/processes/installed-agent.ts';
import { type Process, processesNaming, treeOf } from '../support/processes/process-tree.ts';

/** What a model wants done. */
export interface WantedCall {
  readonly name: string;
  readonly input: unknown;
}

/** An agent as its authors publish it, whose model is a service on the loopback. */
export interface RealAgent {
  readonly name: string;
  readonly package: AgentPackage;
  readonly args: readonly string[];
  readonly format: WireFormat;
  /** @param url of the service. @param home an empty folder */
  environment(url: string, home: string): Promise<Readonly<Record<string, string>>>;
  /** What its model wants done to change "two" into "TWO" in a file, after so many results of tools; null: nothing more. */
  edit(path: string, results: number): WantedCall | null;
  /** What its model wants done to make a file. */
  make(path: string): WantedCall;
  /** The option that allows a call once. */
  readonly allow: string;
  /** It names its sessions by the minute, and mixes up two starts in one. */
  readonly hasSlowSessions: boolean;
  /** The status by which its service says that it has too much to do. */
  readonly overloaded: number;
}

/** Writes the disk itself. */
export const claudeAgent: RealAgent = {
  name: 'claude-agent-acp',
  package: { name: '@agentclientprotocol/claude-agent-acp', version: '0.101.0', program: 'dist/index.js' },
  args: [],
  format: anthropicMessages,
  async environment(url, home) {
    const config = join(home, 'config');
    await mkdir(config);
    await writeFile(join(config, 'settings.json'), JSON.stringify({ permissions: { defaultMode: 'default' } }));
    return {
      CLAUDE_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'no-secret',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    };
  },
  edit(path, results) {
    if (results === 0) return { name: 'Read', input: { file_path: path } };
    if (results > 1) return null;
    return { name: 'Edit', input: { file_path: path, old_string: 'two', new_string: 'TWO' } };
  },
  make: (path) => ({ name: 'Write', input: { file_path: path, content: 'made\n' } }),
  allow: 'Yes',
  hasSlowSessions: false,
  overloaded: 529,
};

/** Reads and writes through the app. */
export const geminiAgent: RealAgent = {
  name: 'gemini-cli',
  package: { name: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
  // Its choice of a model would be one more request, in a form that the service does not speak.
  args: ['--acp', '--model', 'gemini-2.5-pro'],
  format: geminiContent,
  environment: async (url) => ({
    GOOGLE_GEMINI_BASE_URL: url.replace(/\/v1beta$/, ''),
    GEMINI_API_KEY: 'no-secret',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  edit: (path, results) =>
    results > 0 ? null : { name: 'write_file', input: { file_path: path, content: 'one\nTWO\n' } },
  make: (path) => ({ name: 'write_file', input: { file_path: path, content: 'made\n' } }),
  allow: 'Allow',
  hasSlowSessions: true,
  overloaded: 503,
};

export const realAgents: readonly RealAgent[] = [claudeAgent, geminiAgent];

/** A row of the setting `agent_servers`. @param url of its service. @param folder for its home */
export async function settingOf(agent: RealAgent, url: string, folder: string) {
  const program = await installedAgent(agent.package);
  const home = await mkdtemp(join(folder, 'home-'));
  const env = { HOME: home, ...(await agent.environment(url, home)) };
  return { command: process.execPath, args: [program, ...agent.args], env };
}

/** Whether tools may be called: agents ask their models for titles, too. */
export const mayCallTools = (body: unknown): boolean => {
  const { tools } = (body ?? {}) as { tools?: readonly unknown[] };
  return (tools?.length ?? 0) > 0;
};

/** Resolves once its next session is none that it mixes up with one of before. */
export async function apartFromBefore({ hasSlowSessions }: RealAgent): Promise<void> {
  if (hasSlowSessions) await sleep(60_000 - (Date.now() % 60_000) + 500);
}

/** What a model is to do, by the last such words of a prompt: `Say word`, `Make file`, `Talk on` for long. */
export interface Asked {
  readonly verb: 'Say' | 'Make' | 'Talk';
  readonly what: string;
}

/** @returns null: it is not asked anything, or by the result of what it did */
export function askedIn(prompt: string): Asked | null {
  // What it is handed of others, and what they were asked, comes after that.
  const [own = ''] = prompt.split('Below is what was said in this thread');
  const [, verb, what = ''] = [...own.matchAll(/(Say|Make|Talk) ([a-z0-9.]+)/g)].at(-1) ?? [];
  return verb === undefined ? null : { verb: verb as Asked['verb'], what };
}

/** The service of an agent, whose model does what it is asked. @param folder where files are made */
export async function startDrilled(agent: RealAgent, folder: () => string): Promise<ProviderServer> {
  let calls = 0;
  return startProviderServer(agent.format, {
    answer(prompt, body): Answer {
      if (!mayCallTools(body)) return { text: 'A title' };
      const asked = askedIn(prompt);
      if (asked === null) return { text: 'It is done.' };
      if (asked.verb === 'Say') return { text: `I say ${asked.what}.` };
      if (asked.verb === 'Talk') return { text: ['I talk', ...Array.from({ length: 2_000 }, (_, at) => ` ${at}`)] };
      const { name, input } = agent.make(join(folder(), asked.what));
      calls += 1;
      return { toolCalls: [{ id: `call-${calls}`, name, input: JSON.stringify(input) }] };
    },
  });
}

/** Processes of an agent that the app started, each with all below it. */
export const processesOf = (program: string): Process[][] => {
  const own = processesNaming(program);
  const trees = own.map(({ pid }) => treeOf(pid));
  const below = new Set(trees.flatMap((tree) => tree.slice(1).map(({ pid }) => pid)));
  return trees.filter(([first]) => first && !below.has(first.pid));
};

/** Megabytes that processes take, with their part of what they share with others. */
export const megabytesOf = (processes: readonly Process[]): number =>
  Math.round(processes.reduce((sum, { pid }) => sum + shareOf(pid), 0) / 1024);

/** In kilobytes; 0: it has ended. */
function shareOf(pid: number): number {
  try {
    return Number(/^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
