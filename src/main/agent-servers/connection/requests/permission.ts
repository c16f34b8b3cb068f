import { randomUUID } from 'node:crypto';
import { z } from 'zod/mini';
import type { AgentCallPatch, AgentQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { type ReadDiff, readCall, readPermissionOptions } from '../updates/calls.ts';
import { cut, fields, idSchema, limits, oneLine, readAs } from '../updates/fields.ts';

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
): { readonly asked: AskedPermission; readonly call: AgentCallPatch } | undefined {
  const request = readAs(requestSchema, params);
  const options = readPermissionOptions(request?.options);
  if (!request || options.length === 0) return undefined;
  const { sessionId, title, description, subject } = request;
  const call = readCall(request.toolCall ?? subject?.toolCall, readDiff) ?? {
    id: subject?.toolCallId ?? `asked-${randomUUID()}`,
    ...(!subject?.toolCallId && {
      title: oneLine(subject?.command || title || 'A permission'),
      kind: 'other' as const,
    }),
  };
  const command = subject?.command;
  const question: AgentQuestion = {
    id: randomUUID(),
    ...(title && { title: oneLine(title) }),
    ...(description && { text: cut(description, limits.json) }),
    ...(command && { command: cut(command, limits.json) }),
    ...(subject?.cwd && { cwd: cut(subject.cwd, limits.json) }),
    options,
  };
  return { asked: { sessionId, callId: call.id, question }, call };
}
