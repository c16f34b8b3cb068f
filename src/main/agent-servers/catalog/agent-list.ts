import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { distributionSchema } from '../../../shared/contract/agent-servers/agent-distribution.ts';
import type { AgentListState } from '../../../shared/contract/agent-servers/agent-server.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { labelSchema, variableName } from '../../../shared/contract/extensions/manifest.ts';
import { plainLine } from '../../../shared/contract/plain-line.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { atomicWrite } from '../../documents/saving/atomic-write.ts';
import type { AgentOffer } from './agent-offer.ts';
import { type Computer, chooseDistribution } from './choose-distribution.ts';

/** The list of agents in the public registry's form: that which came with the app, or a newer one that a person fetched. */

const listAddress = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 20_000;
const maxEntries = 2000;

const entrySchema = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
  name: labelSchema,
  version: z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/)),
  description: z.string().check(z.maxLength(2000)),
  distribution: distributionSchema,
  /** Ours: variables that may hold its key, with their titles. */
  keys: z.optional(z.record(variableName, labelSchema)),
});
type Entry = z.output<typeof entrySchema>;

const fileSchema = z.object({
  agents: z.array(z.unknown()),
  /** Ours: when it was made or fetched, in ms since 1970, and the host. */
  at: z.optional(z.number()),
  host: z.optional(z.string()),
});

interface AgentList extends AgentListState {
  readonly entries: readonly Entry[];
}

export interface AgentListDeps {
  /** Of the app's resources and data. */
  readonly resources: string;
  readonly userData: string;
  readonly computer: Computer;
  readonly fetch: typeof globalThis.fetch;
  changed(): void;
  onProblem(sentence: string): void;
}

export function createAgentList(deps: AgentListDeps) {
  const keptPath = join(deps.userData, 'agent-list.json');
  let list: AgentList | null = null;

  /** A list that cannot be read counts as none; the one that came with the app is always there. */
  async function load(): Promise<void> {
    const [kept, bundled] = await Promise.all(
      [keptPath, join(deps.resources, 'agents', 'registry.json')].map((path) =>
        readFile(path, 'utf8').then(readList, () => null),
      ),
    );
    // An update of the app may have brought a newer one than the one that was fetched.
    list = kept && kept.at >= (bundled?.at ?? 0) ? kept : (bundled ?? kept ?? null);
    deps.changed();
  }

  return {
    load,
    state: (): AgentListState | null => list && { at: list.at, host: list.host, dropped: list.dropped },
    offers: (): AgentOffer[] => (list?.entries ?? []).map((entry) => offerOf(entry, deps.computer)),
    /** Asks the public address. The list before stays unless another one came whole. */
    async fetchList(): Promise<Result<null>> {
      const { host } = new URL(listAddress);
      const limited = new LinkedController([], timeoutMs);
      try {
        const answer = await deps.fetch(listAddress, { signal: limited.signal, redirect: 'error' });
        if (!answer.ok || !answer.body) return fail('network', `${host} answered with status ${answer.status}.`);
        const text = await textOf(answer.body);
        const fetched = readList(text);
        if (fetched.entries.length === 0) return fail('invalid-response', `${host} sent a list that names no agent.`);
        const { agents } = JSON.parse(text) as { agents: unknown[] };
        const at = Date.now();
        await atomicWrite(keptPath, JSON.stringify({ at, host, agents }), { mode: 0o600 });
        list = { ...fetched, at, host };
        deps.changed();
        return ok(null);
      } catch (thrown) {
        if (thrown instanceof SyntaxError || thrown instanceof NoList) {
          return fail('invalid-response', `${host} sent what is no list of agents. The list before stays.`);
        }
        return fail('network', `The list could not be fetched from ${host}. The list before stays.`);
      } finally {
        limited.end();
      }
    },
  };
}

class NoList extends Error {}

/** Drops an entry that is not in the form, and keeps all others. @throws when it is no list at all */
export function readList(text: string): AgentList {
  const read = fileSchema.safeParse(JSON.parse(text));
  if (!read.success) throw new NoList();
  const { agents, at = 0, host } = read.data;
  const entries = new Map<string, Entry>();
  const dropped: string[] = [];
  for (const agent of agents.slice(0, maxEntries)) {
    const entry = entrySchema.safeParse(agent);
    if (entry.success && !entries.has(entry.data.id)) entries.set(entry.data.id, entry.data);
    else dropped.push(nameOf(agent));
  }
  return { entries: [...entries.values()], dropped, at, host };
}

function nameOf(agent: unknown): string {
  const { id, name } = (typeof agent === 'object' && agent !== null ? agent : {}) as Readonly<Record<string, unknown>>;
  const text = [name, id].find((each) => typeof each === 'string') as string | undefined;
  return plainLine(text ?? 'one without a name').slice(0, 100);
}

function offerOf({ id, name, version, description, distribution, keys = {} }: Entry, computer: Computer): AgentOffer {
  const chosen = chooseDistribution(distribution, version, computer);
  return {
    ref: { source: 'registry', id },
    name,
    description: plainLine(description),
    from: { type: 'registry' },
    distribution: chosen.distribution,
    environment: chosen.environment,
    keys,
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new NoList();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
