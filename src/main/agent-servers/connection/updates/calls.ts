import { z } from 'zod/mini';
import { imageFacts } from '../../../../shared/content/agent-images.ts';
import {
  type AgentCallContent,
  type AgentCallPatch,
  type AgentImage,
  agentCallKinds,
  agentCallStates,
} from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import type { ShownChange } from '../../../../shared/contract/tool.ts';
import { readBlock } from './content.ts';
import { cut, fields, idSchema, leaveOut, limits, listOf, oneLine, pathSchema, readAs, readWhole } from './fields.ts';
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
  locations: fields.list(z.object({ path: pathSchema, line: fields.of(z.int().check(z.gte(0))) })),
  rawInput: fields.anything,
});
const outputSchema = z.object({ rawOutput: fields.anything });

/** A call as it is told. */
export type ToldCall = Extract<AgentUpdate, { type: 'call' }>;

const toldCall = (call: AgentCallPatch, images: readonly AgentImage[]): ToldCall => ({
  type: 'call',
  call,
  ...(images.length > 0 && { images }),
});

/** @returns undefined without an id, as nothing can be said of it then */
export function readCall(value: unknown, readDiff: ReadDiff): ToldCall | undefined {
  const images: AgentImage[] = [];
  const { value: call, isWhole } = readWhole(() => readWork(value, readDiff, images));
  if (!call) return undefined;
  const { rawOutput } = readAs(outputSchema, value) ?? {};
  const told = {
    ...call,
    ...(rawOutput !== undefined && { output: jsonText(rawOutput) }),
    ...(!isWhole && { isPartly: true as const }),
  };
  return toldCall(told, images);
}

/** What it is to do, and how that stands. @param images gets those that it names */
function readWork(value: unknown, readDiff: ReadDiff, images: AgentImage[]): AgentCallPatch | undefined {
  const call = readAs(callSchema, value);
  if (!call) return undefined;
  const { title, kind, status, content, locations } = call;
  const until = performance.now() + comparingMs;
  const state = agentCallStates.find((one) => one === status);
  return {
    id: call.toolCallId,
    ...(title !== undefined && { title: oneLine(title ?? '') }),
    ...(kind !== undefined && { kind: readKind(kind) }),
    ...(state && { state }),
    ...(content !== undefined && {
      content: (content ?? []).flatMap((item) => readCallContent(item, readDiff, images, until)),
    }),
    ...(locations !== undefined && {
      locations: (locations ?? []).map(({ path, line }) => ({
        path,
        // Some count from 0.
        ...(line && { line }),
      })),
    }),
    ...(call.rawInput !== undefined && { input: jsonText(call.rawInput) }),
  };
}

function readKind(kind: string | null): NonNullable<AgentCallPatch['kind']> {
  const known = agentCallKinds.find((one) => one === kind);
  if (known === undefined && kind !== null) leaveOut();
  return known ?? 'other';
}

const chunkSchema = z.object({ toolCallId: idSchema, content: fields.anything });

/** What follows the content of a call. @returns undefined if there is nothing to be said of it */
export function readCallChunk(value: unknown, readDiff: ReadDiff): ToldCall | undefined {
  const chunk = readAs(chunkSchema, value);
  if (!chunk) return undefined;
  const images: AgentImage[] = [];
  const { value: added, isWhole } = readWhole(() => readCallContent(chunk.content, readDiff, images));
  if (added.length === 0 && isWhole) return undefined;
  return toldCall({ id: chunk.toolCallId, added, ...(!isWhole && { isPartly: true }) }, images);
}

const contentSchema = z.object({ type: z.string(), content: fields.anything, terminalId: fields.id });

function readCallContent(
  value: unknown,
  readDiff: ReadDiff,
  images: AgentImage[],
  until = performance.now() + comparingMs,
): AgentCallContent[] {
  const item = readAs(contentSchema, value);
  switch (item?.type) {
    case 'content':
      return readBlock(item.content).flatMap((piece): AgentCallContent[] => {
        if (typeof piece === 'string') return piece === '' ? [] : [{ type: 'text', text: piece }];
        const { image, name } = piece;
        images.push(image);
        return [{ type: 'image', imageId: image.id, name, facts: imageFacts(image) }];
      });
    case 'diff':
      return readDiff(value, until).map((change) => ({ type: 'diff', change }));
    case 'terminal':
      if (item.terminalId) return [{ type: 'terminal', terminalId: item.terminalId }];
  }
  leaveOut();
  return [];
}

function jsonText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? cut(value, limits.json) : shownJson(value, limits.json);
}

const permissionOptionKinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;
const permissionOptionSchema = z.object({ optionId: idSchema, name: fields.text, kind: fields.text });

/**
 * The choices of a permission request; one without an id cannot be chosen. Several of one id are the same to the agent: of one
 * kind, the first is kept; of several, none, as nobody could tell what it takes that answer for.
 */
export function readPermissionOptions(value: unknown) {
  const options = (readAs(listOf(permissionOptionSchema), value) ?? []).map(({ optionId, name, kind }) => ({
    id: optionId,
    name: oneLine(name || optionId, limits.name),
    kind: permissionOptionKinds.find((one) => one === kind) ?? ('other' as const),
  }));
  const byId = Map.groupBy(options, ({ id }) => id);
  if (byId.size < options.length) leaveOut();
  return [...byId.values()].flatMap(([first, ...others]) =>
    first && others.every(({ kind }) => kind === first.kind) ? [first] : [],
  );
}
