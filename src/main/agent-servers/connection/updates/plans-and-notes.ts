import { z } from 'zod/mini';
import type { AgentNote, AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { setLast } from '../../../../shared/set-last.ts';
import { textOfBlock, textOfBlocks } from './content.ts';
import { cut, fields, idSchema, limits, listOf, oneLine, readAs } from './fields.ts';

/** The id of the only plan that a session of version 1 has. */
export const onlyPlan = 'plan';

const priorities = ['high', 'medium', 'low'] as const;
const states = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
const entriesSchema = listOf(z.object({ content: z.string(), priority: fields.text, status: fields.text }));

export function readPlanEntries(value: unknown): AgentPlan['entries'] {
  return (readAs(entriesSchema, value) ?? []).map(({ content, priority, status }) => ({
    content: oneLine(content, 2 * limits.title),
    priority: priorities.find((one) => one === priority) ?? 'medium',
    state: states.find((one) => one === status) ?? 'pending',
  }));
}

const planSchema = z.object({
  type: z.string(),
  planId: idSchema,
  entries: fields.anything,
  content: fields.text,
  uri: fields.text,
});

/** A `plan_update`. */
export function readPlan(value: unknown): AgentPlan | undefined {
  const plan = readAs(planSchema, value);
  if (!plan) return undefined;
  const { planId: id, type, content, uri } = plan;
  if (type === 'items') return { id, entries: readPlanEntries(plan.entries) };
  if (type === 'markdown') return { id, entries: [], text: cut(content ?? '', limits.text) };
  if (type === 'file') return { id, entries: [], text: textOfBlock({ type: 'resource_link', uri }) };
  return undefined;
}

const severities = ['info', 'warning', 'error'] as const;
const noticeSchema = z.object({ severity: fields.text, title: z.string(), description: fields.text });

/** @param id the protocol gives a notice none */
export function readNotice(value: unknown, id: string): AgentNote | undefined {
  const notice = readAs(noticeSchema, value);
  if (!notice) return undefined;
  return {
    id,
    severity: severities.find((one) => one === notice.severity) ?? 'info',
    title: oneLine(notice.title),
    ...(notice.description && { text: cut(notice.description, limits.text) }),
  };
}

const compactionSchema = z.object({
  compactionId: idSchema,
  status: fields.text,
  summary: fields.list(z.unknown()),
  error: fields.text,
  /** Of a chunk. */
  content: fields.anything,
});

/** How many are remembered; the agent has one at a time. */
const mostCompactions = 20;

/** What a session said about summing up its context, of which each time only a part is told again. */
export function createCompactions(): (value: unknown) => AgentNote | undefined {
  const known = new Map<string, { status: string; summary: string; error: string }>();
  return (value) => {
    const told = readAs(compactionSchema, value);
    if (!told) return undefined;
    const before = known.get(told.compactionId) ?? { status: 'in_progress', summary: '', error: '' };
    const whole = told.summary === undefined ? before.summary : textOfBlocks(told.summary ?? []);
    const now = {
      status: told.status ?? before.status,
      summary: cut(whole + textOfBlock(told.content), limits.text),
      error: told.error === undefined ? before.error : oneLine(told.error ?? ''),
    };
    setLast(known, told.compactionId, now, mostCompactions);
    return {
      id: told.compactionId,
      severity: now.status === 'failed' ? 'warning' : 'info',
      title: titleOf(now.status, now.error),
      ...(now.summary && { text: now.summary }),
    };
  };
}

function titleOf(status: string, error: string): string {
  if (status === 'completed') return 'The conversation was summed up, to make room.';
  if (status === 'cancelled') return 'Summing up the conversation was stopped.';
  if (status === 'failed') return `The conversation could not be summed up${error && `: ${error}`}`;
  return 'Summing up the conversation, to make room…';
}
