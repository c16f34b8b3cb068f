import { z } from 'zod/mini';
import { readCall } from './calls.ts';
import { changeOfTexts } from './diffs.ts';
import { fields, readAs } from './fields.ts';
import { onlyPlan, readPlanEntries } from './plans-and-notes.ts';
import {
  createCommonReader,
  kindSchema,
  nothing,
  type ReadingSession,
  type ReadUpdate,
  readChunk,
  speakers,
} from './read-updates.ts';
import { modeOption } from './session-options.ts';

const updateSchema = z.object({ entries: fields.anything, currentModeId: fields.text });

/** Diffs of version 1. */
export const v1Diff = (folder: string) => (value: unknown, until: number) => {
  const change = changeOfTexts(value, folder, until);
  return change ? [change] : [];
};

/** Updates of version 1. */
export function createV1Reader(session: ReadingSession, newId?: () => string): ReadUpdate {
  const common = createCommonReader(session, newId);
  const readDiff = v1Diff(session.folder);
  return (value) => {
    const kind = readAs(kindSchema, value)?.sessionUpdate ?? '';
    const by = speakers.get(kind);
    if (by) return readChunk(by, value);
    switch (kind) {
      case 'tool_call':
      case 'tool_call_update': {
        const call = readCall(value, readDiff);
        return call ? [call] : nothing;
      }
      case 'plan':
        return [
          { type: 'plan', plan: { id: onlyPlan, entries: readPlanEntries(readAs(updateSchema, value)?.entries) } },
        ];
      case 'current_mode_update': {
        const mode = readAs(updateSchema, value)?.currentModeId;
        return mode && session.options.chosen(modeOption, mode)
          ? [{ type: 'option', id: modeOption, value: mode }]
          : nothing;
      }
      default:
        return common(kind, value);
    }
  };
}
