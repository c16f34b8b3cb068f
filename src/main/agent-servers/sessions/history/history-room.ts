import { randomUUID } from 'node:crypto';
import { formatBytes } from '../../../../shared/contract/size-limits.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { threadFull } from '../../../agent/turns/answer-size.ts';
import type { HistoryOf } from './replayed-history.ts';

/**
 * As much of a history as a thread has room for; the last answer says that there is more.
 * @param size bytes of the thread by now
 * @param limit bytes that it may have
 */
export function roomForHistory(
  entries: readonly ThreadEntry[],
  size: number,
  limit: number,
  { agent, name }: HistoryOf,
): readonly ThreadEntry[] {
  let bytes = size;
  let going: string | null = null;
  let promptId: string | null = null;
  for (const [count, entry] of entries.entries()) {
    if (threadFull(bytes, limit)) {
      const at = Date.now();
      const answerId = going ?? randomUUID();
      const message = `The thread has reached its size limit of ${formatBytes(limit)}. The rest of what ${name} has of this session was left out.`;
      return [
        ...entries.slice(0, count),
        ...(going === null
          ? [{ kind: 'answer-started', id: answerId, at, promptId, model: agent, modelName: name } as const]
          : []),
        { kind: 'answer-ended', answerId, at, end: { type: 'failed', failure: { code: 'thread-full', message } } },
      ];
    }
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (entry.kind === 'prompt') promptId = entry.id;
    else if (entry.kind === 'answer-started') going = entry.id;
    else if (entry.kind === 'answer-ended') going = null;
  }
  return entries;
}
