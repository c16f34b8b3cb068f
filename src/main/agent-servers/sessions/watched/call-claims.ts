import { resolve } from 'node:path';
import type { AgentCallPatch, AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { Claim } from '../../../changes/change-owners.ts';

const changing: ReadonlySet<AgentCallPatch['kind']> = new Set<AgentCallPatch['kind']>(['edit', 'delete', 'move']);

/** What a call says that it changes, and whether it does. */
export function claimOf(call: AgentCallPatch, folder: string): Claim {
  const changes = [...(call.content ?? []), ...(call.added ?? [])].flatMap((part) =>
    part.type === 'diff' ? [part.change] : [],
  );
  const diffs = changes.flatMap(({ path, to }) => [path, ...(to === undefined ? [] : [to])]);
  const places = changing.has(call.kind) ? (call.locations ?? []).map(({ path }) => path) : [];
  const paths = [...diffs, ...places].map((path) => resolve(folder, path));
  return { call: call.id, paths, isMade: isMade(call) };
}

/** undefined: it does not say. That it has ended well says nothing, as agents call rejected ones so. */
function isMade({ state, question }: AgentCallPatch): boolean | undefined {
  if (state === 'failed' || state === 'cancelled') return false;
  return question && isAllowed(question);
}

function isAllowed({ options, answer }: AgentQuestion): boolean | undefined {
  if (answer === undefined) return undefined;
  const kind = options.find(({ id }) => id === answer)?.kind;
  if (kind === 'allow_once' || kind === 'allow_always') return true;
  return answer === null || kind === 'reject_once' || kind === 'reject_always' ? false : undefined;
}
