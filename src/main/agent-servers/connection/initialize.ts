import { z } from 'zod/mini';
import type { AgentSignInMethod } from '../../../shared/contract/agent-servers/agent-session.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentAbilities } from './agent-connection.ts';
import { commandLine } from './command-line.ts';
import { fields, limits, oneLine } from './updates/fields.ts';

/**
 * `initialize` in the shape of both versions at once: an agent reads the part that it knows, and answers with its version.
 * @param version of the app
 */
export function initializeParams(protocol: 1 | 2, version: string) {
  const info = { name: 'outrigger', title: 'Outrigger', version };
  const elicitation = { form: {}, url: {} };
  const v1 = {
    clientInfo: info,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      auth: { terminal: true },
      elicitation,
      plan: {},
      session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
    },
  };
  if (protocol === 1) return { protocolVersion: 1, ...v1 };
  return { protocolVersion: 2, ...v1, info, capabilities: { auth: { terminal: {} }, elicitation } };
}

const yes = fields.anything;
const v1Schema = z.object({
  agentInfo: fields.of(z.object({ name: fields.text, title: fields.text, version: fields.text })),
  agentCapabilities: fields.of(
    z.object({
      loadSession: fields.flag,
      promptCapabilities: fields.of(z.object({ image: fields.flag, embeddedContext: fields.flag })),
      sessionCapabilities: fields.of(z.object({ list: yes, resume: yes, close: yes })),
      auth: fields.of(z.object({ logout: yes })),
    }),
  ),
});
const v2Schema = z.object({
  info: fields.of(z.object({ name: fields.text, title: fields.text, version: fields.text })),
  capabilities: fields.of(
    z.object({
      session: fields.of(z.object({ prompt: fields.of(z.object({ image: yes, embeddedContext: yes })) })),
      auth: yes,
    }),
  ),
});
const methodSchema = z.object({
  type: fields.text,
  id: fields.id,
  methodId: fields.id,
  name: fields.text,
  description: fields.text,
  args: fields.list(z.string()),
  env: fields.of(
    z.union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))]),
  ),
});
const resultSchema = z.object({ protocolVersion: z.number(), authMethods: fields.list(methodSchema) });

export interface AgentIntroduction {
  readonly version: 1 | 2;
  readonly info: { readonly name: string; readonly version: string };
  readonly can: AgentAbilities;
  readonly signIn: readonly AgentSignInMethod[];
}

/**
 * What an agent answered to `initialize`.
 * @throws {FailureError} `agent-failed` if it speaks no version that we do
 */
export function readIntroduction(launch: AgentLaunch, value: unknown): AgentIntroduction {
  const result = resultSchema.safeParse(value);
  const version = result.data?.protocolVersion;
  if (version !== 1 && !(version === 2 && launch.protocol === 2)) {
    const spoken = version === undefined ? 'did not say which version' : `speaks version ${version}`;
    const message = `${launch.name} ${spoken} of the Agent Client Protocol, and the app cannot speak with it.`;
    throw new FailureError({ code: 'agent-failed', message });
  }
  const signIn = (result.data?.authMethods ?? []).flatMap((method) => signInMethod(launch, method));
  return { version, ...(version === 1 ? introducedV1(value) : introducedV2(value)), signIn };
}

type Introduced = Pick<AgentIntroduction, 'info' | 'can'>;

function introducedV1(value: unknown): Introduced {
  const { agentInfo, agentCapabilities } = v1Schema.parse(value);
  const session = agentCapabilities?.sessionCapabilities;
  return {
    info: named(agentInfo),
    can: {
      images: agentCapabilities?.promptCapabilities?.image ?? false,
      contents: agentCapabilities?.promptCapabilities?.embeddedContext ?? false,
      load: agentCapabilities?.loadSession ?? false,
      resume: session?.resume != null,
      list: session?.list != null,
      close: session?.close != null,
      logout: agentCapabilities?.auth?.logout != null,
    },
  };
}

/** In version 2, whoever has sessions can list, resume with their history, and close them. */
function introducedV2(value: unknown): Introduced {
  const { info, capabilities } = v2Schema.parse(value);
  const prompt = capabilities?.session?.prompt;
  return {
    info: named(info),
    can: {
      images: prompt?.image != null,
      contents: prompt?.embeddedContext != null,
      load: true,
      resume: true,
      list: true,
      close: true,
      logout: capabilities?.auth != null,
    },
  };
}

type Named = {
  name?: string | null | undefined;
  title?: string | null | undefined;
  version?: string | null | undefined;
};
const named = (info: Named | null | undefined) => ({
  name: oneLine(info?.title || info?.name || '', limits.name),
  version: oneLine(info?.version ?? '', limits.name),
});

function signInMethod(launch: AgentLaunch, method: z.output<typeof methodSchema>): AgentSignInMethod[] {
  const id = method.methodId ?? method.id;
  // Of a type that we do not know, nobody can tell how one signs in by it.
  if (!id || (method.type && method.type !== 'terminal' && method.type !== 'agent')) return [];
  const shown = {
    id,
    name: oneLine(method.name || id, limits.name),
    description: oneLine(method.description ?? '') || undefined,
  };
  if (method.type !== 'terminal') return [{ ...shown, type: 'agent' }];
  const env = Array.isArray(method.env)
    ? Object.fromEntries(method.env.map(({ name, value }) => [name, value]))
    : (method.env ?? {});
  const words = [launch.command, ...launch.args, ...(method.args ?? [])];
  return [
    { ...shown, type: 'terminal', command: commandLine(words, { ...launch.ownVariables, ...env }, process.platform) },
  ];
}
