import type { JsonRpcId } from '@agentclientprotocol/sdk';
import { z } from 'zod/mini';
import { abortable } from '../../../../shared/bounded.ts';
import { type FailureCode, toFailure } from '../../../../shared/contract/errors.ts';
import { LinkedController } from '../../../../shared/linked-controller.ts';
import type { AgentClient, TerminalExit } from '../agent-connection.ts';
import { AnswerError, type AnswerRequest } from '../protocol-peer.ts';
import { fields, idSchema, limits, oneLine } from '../updates/fields.ts';
import { elicitationScope, readElicitation } from './elicitation.ts';
import type { AskedPermission } from './permission.ts';

const invalidParams = -32602;
const methodNotFound = -32601;
const internalError = -32603;
const resourceNotFound = -32002;
const requestCancelled = -32800;

const session = { sessionId: idSchema };
const schemas = {
  readText: z.object({ ...session, path: z.string(), line: fields.number, limit: fields.number }),
  writeText: z.object({ ...session, path: z.string(), content: z.string() }),
  create: z.object({
    ...session,
    command: z.string(),
    args: fields.list(z.string()),
    env: fields.list(z.object({ name: z.string(), value: z.string() })),
    cwd: fields.text,
    outputByteLimit: fields.number,
  }),
  terminal: z.object({ ...session, terminalId: idSchema }),
};

/** Requests of the agent, which the app answers. */
export interface AgentRequests {
  readonly answer: AnswerRequest;
  /** Ends those of a session that wait for a person, as cancelled. */
  cancelQuestions(sessionId: string): void;
}

/**
 * @param permissionOf what a permission request asks, which has been read before
 * @param isOpen whether the session is one of the connection's
 */
export function createAgentRequests(
  client: AgentClient,
  version: 1 | 2,
  permissionOf: (id: JsonRpcId) => AskedPermission | undefined,
  isOpen: (sessionId: string) => boolean,
): AgentRequests {
  const questions = new Map<string, Set<LinkedController>>();

  /** Asks a person; cancelled by the agent, by Stop or by the end of the connection. */
  async function asking<T>(
    sessionId: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
    cancelled: T,
  ) {
    const controller = new LinkedController([signal]);
    const ofSession = questions.get(sessionId) ?? new Set();
    questions.set(sessionId, ofSession.add(controller));
    try {
      return await abortable(ask(controller.signal), controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return cancelled;
      throw error;
    } finally {
      controller.end();
      ofSession.delete(controller);
      if (ofSession.size === 0 && questions.get(sessionId) === ofSession) questions.delete(sessionId);
    }
  }

  async function permission(id: JsonRpcId, signal: AbortSignal) {
    const asked = permissionOf(id);
    if (!asked) throw new AnswerError(invalidParams, 'A permission request needs a session that is open, and options.');
    const { sessionId, callId, question } = asked;
    const chosen = await asking(sessionId, signal, (aborted) => client.ask(sessionId, callId, question, aborted), null);
    const isOffered = question.options.some((option) => option.id === chosen);
    return { outcome: isOffered ? { outcome: 'selected', optionId: chosen } : { outcome: 'cancelled' } };
  }

  async function elicitation(params: unknown, signal: AbortSignal) {
    const asked = readElicitation(params);
    if (!asked) throw new AnswerError(invalidParams, 'This form or address cannot be shown.');
    const sessionId = elicitationScope(params);
    const ask = (aborted: AbortSignal) => client.elicit(sessionId, asked, aborted);
    const answer = await asking(sessionId ?? '', signal, ask, { type: 'cancelled' });
    if (answer.type !== 'accepted') return { action: answer.type === 'declined' ? 'decline' : 'cancel' };
    return asked.type === 'form' ? { action: 'accept', content: answer.values } : { action: 'accept' };
  }

  const v1: Readonly<Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown>>> = {
    async 'fs/read_text_file'(params, signal) {
      const { sessionId, path, line, limit } = read(schemas.readText, params);
      return {
        content: await client.readText(sessionId, { path, line: line ?? undefined, limit: limit ?? undefined }, signal),
      };
    },
    async 'fs/write_text_file'(params, signal) {
      const { sessionId, path, content } = read(schemas.writeText, params);
      await client.writeText(sessionId, { path, text: content }, signal);
      return {};
    },
    async 'terminal/create'(params) {
      const { sessionId, command, args, env, cwd, outputByteLimit } = read(schemas.create, params);
      const environment = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
      const limit = outputByteLimit ?? undefined;
      const terminalId = await client.terminals.create(sessionId, {
        command,
        args: args ?? [],
        environment,
        cwd: cwd ?? undefined,
        limit,
      });
      return { terminalId };
    },
    async 'terminal/output'(params) {
      const { output, isCut, exit } = client.terminals.output(read(schemas.terminal, params).terminalId);
      return { output, truncated: isCut, ...(exit && { exitStatus: exitStatus(exit) }) };
    },
    async 'terminal/wait_for_exit'(params, signal) {
      return exitStatus(await client.terminals.ended(read(schemas.terminal, params).terminalId, signal));
    },
    async 'terminal/kill'(params) {
      await client.terminals.kill(read(schemas.terminal, params).terminalId);
      return {};
    },
    async 'terminal/release'(params) {
      await client.terminals.release(read(schemas.terminal, params).terminalId);
      return {};
    },
  };

  function read<T extends z.ZodMiniType<{ sessionId: string }>>(schema: T, params: unknown): z.output<T> {
    const result = schema.safeParse(params);
    if (!result.success) {
      const [issue] = result.error.issues;
      throw new AnswerError(invalidParams, `${issue?.path.join('.') || 'params'}: ${issue?.message}`);
    }
    if (!isOpen(result.data.sessionId)) throw new AnswerError(invalidParams, 'This session is not open.');
    return result.data;
  }

  async function dispatch(method: string, params: unknown, id: JsonRpcId, signal: AbortSignal): Promise<unknown> {
    if (method === 'session/request_permission') return permission(id, signal);
    if (method === 'elicitation/create') return elicitation(params, signal);
    const handle = version === 1 && Object.hasOwn(v1, method) ? v1[method] : undefined;
    if (!handle) throw new AnswerError(methodNotFound, `There is no method “${oneLine(method, limits.name)}”.`);
    return handle(params, signal);
  }

  return {
    async answer(method, params, id, signal) {
      try {
        return await dispatch(method, params, id, signal);
      } catch (error) {
        if (error instanceof AnswerError) throw error;
        const { code, message } = toFailure(error);
        throw new AnswerError(codes[code] ?? internalError, message);
      }
    },
    cancelQuestions(sessionId) {
      for (const controller of questions.get(sessionId) ?? []) controller.abort();
    },
  };
}

const codes: Partial<Record<FailureCode, number>> = {
  'file-not-found': resourceNotFound,
  cancelled: requestCancelled,
  'invalid-request': invalidParams,
};

const exitStatus = ({ code, signal }: TerminalExit) => ({ exitCode: code, signal });
