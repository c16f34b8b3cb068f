import { z } from 'zod/mini';
import {
  type AgentCallContent,
  type AgentCallPatch,
  agentCallKinds,
  agentCallStates,
} from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { ShownChange } from '../../../../shared/contract/tool.ts';
import { textOfBlock } from './content.ts';
import { cut, fields, idSchema, limits, listOf, oneLine, pathSchema, readAs } from './fields.ts';
import { shownJson } from './shown-json.ts';

/** How a version writes diffs. @param until the time of `performance.now()` at which no text is compared any more */
export type ReadDiff = (value: unknown, until: number) => readonly ShownChange[];

/** Milliseconds in which the diffs of one update are compared, however many there are. */
const comparingMs = 30;

const callSchema = z.object({
  toolCallId: idSchema,
  title: fields.text,
  kind: fields.text,
  status: fields.text,
  content: fields.list(z.unknown()),
  locations: fields.list(z.object({ path: pathSchema, line: fields.number })),
  rawInput: fields.anything,
  rawOutput: fields.anything,
});

/** @returns undefined without an id, as nothing can be said of it then */
export function readCall(value: unknown, readDiff: ReadDiff): AgentCallPatch | undefined {
  const call = readAs(callSchema, value);
  if (!call) return undefined;
  const { title, kind, status, content, locations } = call;
  const until = performance.now() + comparingMs;
  const state = agentCallStates.find((one) => one === status);
  return {
    id: call.toolCallId,
    ...(title !== undefined && { title: oneLine(title ?? '') }),
    ...(kind !== undefined && { kind: agentCallKinds.find((one) => one === kind) ?? 'other' }),
    ...(state && { state }),
    ...(content !== undefined && {
      content: (content ?? []).flatMap((item) => readCallContent(item, readDiff, until)),
    }),
    ...(locations !== undefined && {
      locations: (locations ?? []).map(({ path, line }) => ({
        path,
        ...(line && line >= 1 && { line: Math.floor(line) }),
      })),
    }),
    ...(call.rawInput !== undefined && { input: jsonText(call.rawInput) }),
    ...(call.rawOutput !== undefined && { output: jsonText(call.rawOutput) }),
  };
}

const contentSchema = z.object({ type: z.string(), content: fields.anything, terminalId: fields.id });

export function readCallContent(
  value: unknown,
  readDiff: ReadDiff,
  until = performance.now() + comparingMs,
): AgentCallContent[] {
  const item = readAs(contentSchema, value);
  switch (item?.type) {
    case 'content': {
      const text = textOfBlock(item.content);
      return text === '' ? [] : [{ type: 'text', text }];
    }
    case 'diff':
      return readDiff(value, until).map((change) => ({ type: 'diff', change }));
    case 'terminal':
      return item.terminalId ? [{ type: 'terminal', terminalId: item.terminalId }] : [];
    default:
      return [];
  }
}

function jsonText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? cut(value, limits.json) : shownJson(value, limits.json);
}

const permissionOptionKinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;
const permissionOptionSchema = z.object({ optionId: idSchema, name: fields.text, kind: fields.text });

/** The choices of a permission request; one without an id cannot be chosen. */
export const readPermissionOptions = (value: unknown) =>
  (readAs(listOf(permissionOptionSchema), value) ?? []).map(({ optionId, name, kind }) => ({
    id: optionId,
    name: oneLine(name || optionId, limits.name),
    kind: permissionOptionKinds.find((one) => one === kind) ?? ('other' as const),
  }));
