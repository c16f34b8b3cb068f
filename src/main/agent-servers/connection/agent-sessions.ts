import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod/mini';
import { abortable, stopped } from '../../../shared/bounded.ts';
import type { KeptAgentSession } from '../../../shared/contract/agent-servers/agent-session.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentAbilities, AgentClient, AgentConnection, OpenedSession, PromptBlock } from './agent-connection.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Turns } from './turns.ts';
import { fields, idSchema, limits, listOf, oneLine, readAs } from './updates/fields.ts';
import { modelOption, modeOption } from './updates/session-options.ts';

export interface AgentSessionsParts {
  /** Of the agent. */
  readonly name: string;
  readonly version: 1 | 2;
  readonly can: AgentAbilities;
  readonly sessions: OpenSessions;
  readonly turns: Turns;
  readonly request: (method: string, params: unknown, signal?: AbortSignal) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  readonly cancelQuestions: (sessionId: string) => void;
  readonly tell: AgentClient['updated'];
  /** In ms, as in `Deadlines`. */
  readonly closeMs: number;
}

type AgentSessions = Omit<
  AgentConnection,
  'version' | 'info' | 'can' | 'signIn' | 'authenticate' | 'logout' | 'isOver' | 'close'
>;

const listSchema = z.object({
  sessions: listOf(z.object({ sessionId: idSchema, title: fields.text, updatedAt: fields.text })),
  nextCursor: fields.text,
});
const optionsSchema = z.object({ configOptions: fields.anything });

/** What is done with the sessions of a connection, in the words of its version. */
export function createAgentSessions(parts: AgentSessionsParts): AgentSessions {
  const { name, version, can, sessions, turns, request, notify, cancelQuestions, tell, closeMs } = parts;
  /** The last prompt of a session, which the next one waits for. */
  const last = new Map<string, Promise<unknown>>();
  /** Sessions that the agent was asked to close, until it has. */
  const closing = new Map<string, Promise<unknown>>();
  /** What closes those that were left. */
  const left = new Map<string, NodeJS.Timeout>();

  async function open(
    id: string | null,
    method: string,
    params: object,
    signal: AbortSignal,
    hasHistory = false,
  ): Promise<OpenedSession> {
    const closed = id === null ? undefined : closing.get(id);
    // Some agents would close what was opened meanwhile.
    if (closed) await Promise.race([closed, after(closeMs, undefined, { ref: false })]);
    if (signal.aborted) throw stopped();
    if (id !== null) clearTimeout(left.get(id));
    sessions.awaits(id);
    const answer = request(method, { mcpServers: [], ...params, ...(id !== null && { sessionId: id }) }, signal);
    const opened = answer.then(async (result) => {
      if (hasHistory && id !== null) await sessions.lateHistory(id);
      const taken = sessions.take(id, result);
      if (taken) return taken;
      throw new FailureError({
        code: 'agent-failed',
        message: `${name} opened no session that another thread does not have.`,
      });
    });
    try {
      return await abortable(opened, signal);
    } catch (error) {
      // It may open although nobody waits for it any more.
      if (signal.aborted) void opened.then((late) => close(late.id)).catch(() => {});
      throw error;
    }
  }

  async function close(id: string): Promise<void> {
    sessions.closed(id);
    if (!can.close) return;
    const closed = request('session/close', { sessionId: id });
    const over = closed
      .catch(() => {})
      .then(() => {
        if (closing.get(id) === over) closing.delete(id);
      });
    closing.set(id, over);
    await closed;
  }

  async function promptNow(id: string, blocks: readonly PromptBlock[], signal: AbortSignal) {
    if (signal.aborted) throw stopped();
    const end = turns.begin(id);
    end.catch(() => {});
    request('session/prompt', { sessionId: id, prompt: blocks.map(contentBlock) }).then(
      (result) => version === 1 && turns.answered(id, result),
      (error: FailureError) => turns.failed(id, error),
    );
    return end;
  }

  return {
    newSession: (cwd, signal) => open(null, 'session/new', { cwd }, signal),
    resumeSession: (id, cwd, signal) => open(id, 'session/resume', { cwd }, signal),
    loadSession: (id, cwd, signal) =>
      version === 1
        ? open(id, 'session/load', { cwd }, signal, true)
        : open(id, 'session/resume', { cwd, replayFrom: { type: 'start' } }, signal),

    async listSessions(cwd, cursor, signal) {
      const answer = request('session/list', { cwd, ...(cursor !== null && { cursor }) }, signal);
      const page = readAs(listSchema, await abortable(answer, signal));
      const kept = (page?.sessions ?? []).map(keptSession).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
      return { sessions: kept, next: page?.nextCursor || null };
    },

    closeSession: close,

    leaveSession(id, ms) {
      sessions.closed(id);
      if (!can.close) return;
      const timer = setTimeout(() => {
        left.delete(id);
        void close(id).catch(() => {});
      }, ms);
      left.set(id, timer.unref());
    },

    async prompt(id, blocks, signal) {
      if (!sessions.isOpen(id)) {
        throw new FailureError({ code: 'agent-failed', message: `${name} has no such session open.` });
      }
      const before = last.get(id) ?? Promise.resolve();
      const turn = abortable(before, signal).then(() => promptNow(id, blocks, signal));
      // The next one waits for the turn, whether or not somebody still waits for its end.
      const over = Promise.allSettled([before, turn]).then(() => {
        if (last.get(id) === over) last.delete(id);
      });
      last.set(id, over);
      return abortable(turn, signal);
    },

    cancel(id) {
      turns.cancelled(id);
      notify('session/cancel', { sessionId: id });
      // Then the agent knows why they end as cancelled.
      setImmediate(() => cancelQuestions(id));
    },

    async setOption(id, optionId, value) {
      const options = sessions.optionsOf(id);
      if (version === 1 && (optionId === modeOption || optionId === modelOption)) {
        const [method, key] =
          optionId === modeOption ? ['session/set_mode', 'modeId'] : ['session/set_model', 'modelId'];
        await request(method as string, { sessionId: id, [key as string]: value });
        options?.chosen(optionId, value);
      } else {
        const type = typeof value === 'boolean' ? { type: 'boolean' } : version === 2 ? { type: 'id' } : {};
        const answer = await request('session/set_config_option', {
          sessionId: id,
          configId: optionId,
          ...type,
          value,
        });
        const told = readAs(optionsSchema, answer)?.configOptions;
        if (told) options?.configured(told);
        else options?.chosen(optionId, value);
      }
      if (options) tell(id, [{ type: 'options', options: options.list() }]);
    },
  };
}

/** A part of a prompt as both versions write it. */
function contentBlock(block: PromptBlock): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', mimeType: block.mediaType, data: block.data };
    case 'link':
      return { type: 'resource_link', uri: block.uri, name: block.name };
    case 'resource':
      return { type: 'resource', resource: { uri: block.uri, text: block.text } };
  }
}

interface Told {
  readonly sessionId: string;
  readonly title?: string | null | undefined;
  readonly updatedAt?: string | null | undefined;
}

function keptSession({ sessionId, title, updatedAt }: Told): KeptAgentSession {
  const at = Date.parse(updatedAt ?? '');
  return {
    id: sessionId,
    title: oneLine(title ?? '', limits.name) || sessionId,
    at: Number.isNaN(at) ? undefined : at,
  };
}
