import { resolve } from 'node:path';
import type { AgentCallPatch } from '../../../shared/contract/agent-servers/agent-item.ts';

const changing: ReadonlySet<AgentCallPatch['kind']> = new Set<AgentCallPatch['kind']>(['edit', 'delete', 'move']);

/** The paths that a call says it changes, absolute. */
export function changedBy(call: AgentCallPatch, folder: string): string[] {
  const changes = [...(call.content ?? []), ...(call.added ?? [])].flatMap((part) =>
    part.type === 'diff' ? [part.change] : [],
  );
  const diffs = changes.flatMap(({ path, to }) => [path, ...(to === undefined ? [] : [to])]);
  const places = changing.has(call.kind) ? (call.locations ?? []).map(({ path }) => path) : [];
  return [...diffs, ...places].map((path) => resolve(folder, path));
}
