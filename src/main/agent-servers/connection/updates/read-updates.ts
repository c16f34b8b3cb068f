import { randomUUID } from 'node:crypto';
import { z } from 'zod/mini';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import { readMessage, textOfBlocks } from './content.ts';
import { fields, limits, oneLine, readAs } from './fields.ts';
import { createCompactions, readNotice, readPlan } from './plans-and-notes.ts';
import { readCommands, type SessionOptions } from './session-options.ts';

/** What is known of the session that an update is about. */
export interface ReadingSession {
  /** Absolute; paths within it are shown relative to it. */
  readonly folder: string;
  readonly options: SessionOptions;
}

/** @returns what an update comes to: nothing if it is of no use */
export type ReadUpdate = (update: unknown) => readonly AgentUpdate[];

export const nothing: readonly AgentUpdate[] = [];
export const kindSchema = z.object({ sessionUpdate: z.string() });

const updateSchema = z.object({
  plan: fields.anything,
  planId: fields.id,
  availableCommands: fields.anything,
  configOptions: fields.anything,
  title: fields.text,
  used: fields.number,
  size: fields.number,
  cost: fields.of(z.object({ amount: z.number(), currency: z.string() })),
});

/** The kinds of updates that both versions of the protocol write alike. @param newId for a note that the agent gives no id */
export function createCommonReader({ options }: ReadingSession, newId: () => string = randomUUID) {
  const compaction = createCompactions();

  return (kind: string, value: unknown): readonly AgentUpdate[] => {
    const update = readAs(updateSchema, value);
    if (!update) return nothing;
    switch (kind) {
      case 'plan_update': {
        const plan = readPlan(update.plan);
        return plan ? [{ type: 'plan', plan }] : nothing;
      }
      case 'plan_removed':
        return update.planId ? [{ type: 'plan', plan: { id: update.planId, entries: [] } }] : nothing;
      case 'available_commands_update':
        return [{ type: 'commands', commands: readCommands(update.availableCommands) }];
      case 'config_option_update':
        options.configured(update.configOptions);
        return [{ type: 'options', options: options.list() }];
      case 'session_info_update': {
        const title = oneLine(update.title ?? '', limits.name);
        return title === '' ? nothing : [{ type: 'title', title }];
      }
      case 'usage_update': {
        const { used, size, cost } = update;
        if (typeof used !== 'number' || typeof size !== 'number') return nothing;
        const spent = cost && { cost: { amount: cost.amount, currency: oneLine(cost.currency, 20) } };
        return [{ type: 'usage', usage: { used, size, ...spent } }];
      }
      case 'notice': {
        const note = readNotice(value, newId());
        return note ? [{ type: 'note', note }] : nothing;
      }
      case 'compaction_update':
      case 'compaction_summary_chunk': {
        const note = compaction(value);
        return note ? [{ type: 'note', note }] : nothing;
      }
      default:
        return nothing;
    }
  };
}

const chunkSchema = z.object({ messageId: fields.id, content: fields.anything });
type Speaker = 'person' | 'agent' | 'thought';
/** By the kind of an update. A map, as an object would answer to `constructor`, too. */
export const speakers: ReadonlyMap<string, Speaker> = new Map([
  ['user_message_chunk', 'person'],
  ['agent_message_chunk', 'agent'],
  ['agent_thought_chunk', 'thought'],
]);

/** A piece of a message; in version 1 the id may be missing. */
export function readChunk(by: Speaker, value: unknown): readonly AgentUpdate[] {
  const chunk = readAs(chunkSchema, value);
  const said = readSaid(by, [chunk?.content]);
  return said.text === '' ? nothing : [{ type: 'message', by, id: chunk?.messageId ?? null, ...said, isWhole: false }];
}

/** What a message consists of. Images are shown where the agent answers; thoughts, which are plain text, name them. */
export const readSaid = (by: Speaker, blocks: readonly unknown[]) =>
  by === 'agent' ? readMessage(blocks) : { text: textOfBlocks(blocks) };
