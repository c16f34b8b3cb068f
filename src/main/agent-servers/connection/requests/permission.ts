import { randomUUID } from 'node:crypto';
import { z } from 'zod/mini';
import type { AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { type ReadDiff, readCall, readPermissionOptions, type ToldCall } from '../updates/calls.ts';
import { cut, fields, idSchema, leaveOut, limits, oneLine, readAs, readWhole } from '../updates/fields.ts';

const requestSchema = z.object({
  sessionId: idSchema,
  /** Version 1. */
  toolCall: fields.anything,
  /** Version 2. */
  title: fields.text,
  description: fields.text,
  subject: fields.of(
    z.object({
      type: z.string(),
      toolCall: fields.anything,
      command: fields.text,
      cwd: fields.text,
      toolCallId: fields.id,
    }),
  ),
  options: z.unknown(),
});

export interface AskedPermission {
  readonly sessionId: string;
  readonly callId: string;
  readonly question: AgentQuestion;
}

/**
 * What a permission request of either version asks, and the call that it is about: an agent may tell of a call there
 * alone, or ask about none.
 * @returns undefined if it cannot be answered
 */
export function readPermission(
  params: unknown,
  readDiff: ReadDiff,
): { readonly asked: AskedPermission; readonly told: ToldCall } | undefined {
  const { value: asked, isWhole } = readWhole(() => readAsked(params));
  if (!asked) return undefined;
  const { sessionId, call, callId, question } = asked;
  const told = (call === undefined ? undefined : readCall(call, readDiff)) ?? {
    type: 'call',
    call: {
      id: callId ?? `asked-${randomUUID()}`,
      ...(!callId && { title: oneLine(question.command || question.title || 'A permission'), kind: 'other' as const }),
      ...(call !== undefined && { isPartly: true as const }),
    },
  };
  return {
    asked: { sessionId, callId: told.call.id, question: isWhole ? question : { ...question, isPartly: true } },
    told,
  };
}

/** The request, with its call as it was told. */
function readAsked(params: unknown) {
  const request = readAs(requestSchema, params);
  const options = readPermissionOptions(request?.options);
  if (!request || options.length === 0) return undefined;
  const { sessionId, title, description, subject, toolCall } = request;
  if (subject && !subjects.has(subject.type)) leaveOut();
  const { command, cwd } = subject ?? {};
  const question: AgentQuestion = {
    id: randomUUID(),
    ...(title && { title: oneLine(title) }),
    ...(description && { text: cut(description, limits.json) }),
    ...(command && { command: cut(command, limits.json) }),
    ...(cwd && { cwd: cut(cwd, limits.json) }),
    options,
  };
  return { sessionId, call: toolCall ?? subject?.toolCall ?? undefined, callId: subject?.toolCallId, question };
}

/** Those of which everything is shown. */
const subjects: ReadonlySet<string> = new Set(['tool_call', 'command']);
