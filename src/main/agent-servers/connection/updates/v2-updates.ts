import { z } from 'zod/mini';
import { readCall, readCallChunk } from './calls.ts';
import { changesOfPatch } from './diffs.ts';
import { fields, idSchema, readAs } from './fields.ts';
import {
  createCommonReader,
  kindSchema,
  nothing,
  type ReadingSession,
  type ReadUpdate,
  readChunk,
  readSaid,
  speakers,
} from './read-updates.ts';
import { createTerminalBytes } from './terminal-bytes.ts';

const messageSchema = z.object({ messageId: idSchema, content: fields.list(z.unknown()) });
const wholeSpeakers: ReadonlyMap<string, 'person' | 'agent' | 'thought'> = new Map([
  ['user_message', 'person'],
  ['agent_message', 'agent'],
  ['agent_thought', 'thought'],
]);

/** Diffs of version 2. */
export const v2Diff = (folder: string) => (value: unknown) => changesOfPatch(value, folder);

/** Updates of version 2, but for `state_update`: that is about a turn, not about what is shown. */
export function createV2Reader(session: ReadingSession, newId?: () => string): ReadUpdate {
  const common = createCommonReader(session, newId);
  const terminals = createTerminalBytes();
  const readDiff = v2Diff(session.folder);
  return (value) => {
    const kind = readAs(kindSchema, value)?.sessionUpdate ?? '';
    const speaker = speakers.get(kind);
    if (speaker) return readChunk(speaker, value);
    const by = wholeSpeakers.get(kind);
    if (by) {
      const message = readAs(messageSchema, value);
      // Without `content` it stays as it is.
      if (message?.content === undefined) return nothing;
      return [{ type: 'message', by, id: message.messageId, ...readSaid(by, message.content ?? []), isWhole: true }];
    }
    switch (kind) {
      case 'tool_call_update': {
        const call = readCall(value, readDiff);
        return call ? [call] : nothing;
      }
      case 'tool_call_content_chunk': {
        const call = readCallChunk(value, readDiff);
        return call ? [call] : nothing;
      }
      case 'terminal_update': {
        const terminal = terminals.update(value);
        return terminal ? [{ type: 'terminal', terminal }] : nothing;
      }
      case 'terminal_output_chunk': {
        const terminal = terminals.chunk(value);
        return terminal ? [{ type: 'terminal', terminal }] : nothing;
      }
      default:
        return common(kind, value);
    }
  };
}
