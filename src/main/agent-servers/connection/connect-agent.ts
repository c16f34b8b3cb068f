import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk';
import { abortable, stopped, within } from '../../../shared/bounded.ts';
import { agentCallStates } from '../../../shared/contract/agent-servers/agent-item.ts';
import { type Failure, type FailureCode, FailureError } from '../../../shared/contract/errors.ts';
import type { Deadlines } from '../../deadlines.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentClient, AgentConnection } from './agent-connection.ts';
import { linkAgent, type MessageTap } from './agent-link.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';
import { createAgentSessions } from './agent-sessions.ts';
import { gateAnswers } from './answer-gate.ts';
import { msFor, whileHeard } from './answer-limits.ts';
import { AgentFault, failureOf, saidLine } from './failures.ts';
import { type AgentIntroduction, initializeParams, readIntroduction } from './initialize.ts';
import { paceLog } from './log-pace.ts';
import { createOpenSessions, type OpenSessions } from './open-sessions.ts';
import { connectPeer, type ProtocolPeer } from './protocol-peer.ts';
import { createAgentRequests } from './requests/agent-requests.ts';
import { type AskedPermission, readPermission } from './requests/permission.ts';
import { createTurns } from './turns.ts';
import { createV1Reader, v1Diff } from './updates/v1-updates.ts';
import { createV2Reader, v2Diff } from './updates/v2-updates.ts';

export interface ConnectOptions {
  /** Where the process runs, and what paths are shown relative to; absolute. */
  readonly folder: string;
  /** Of the app; the agent is told. */
  readonly version: string;
  /** Removes secrets from what the agent says of itself: its failures, and its standard error. */
  readonly scrub: (text: string) => string;
  readonly limits: Deadlines['agents'];
}

/** Milliseconds from the end of the output, or the input, to that of the process. */
const exitMs = 1_000;
/** The request that is sent before there is a client of a version. */
const introductionId = 'initialize';
/** Requests whose answer opens a session. */
const opening = new Set(['session/new', 'session/load', 'session/resume']);

/**
 * Starts an agent and finds out which version of the protocol it speaks.
 * @throws {FailureError} `agent-missing` or `agent-not-started` if it does not come to that, also if it takes longer than
 * `limits.startMs`, `agent-failed` if there is no such folder, `cancelled` if the signal aborts; nothing of it is left running then
 */
export async function connectAgent(
  launch: AgentLaunch,
  client: AgentClient,
  { folder, version: appVersion, scrub, limits }: ConnectOptions,
  signal: AbortSignal,
): Promise<AgentConnection> {
  if (signal.aborted) throw stopped();
  const { name } = launch;
  // Also what the app says of it may have words of the agent, such as an id.
  const log = paceLog((line) => client.logged(scrub(line)));
  const process = await startAgentProcess(launch, folder, scrub, log.add);
  let broken: Failure | null = null;
  const gone = (): Failure => broken ?? process.failure(parts === null);
  /** When it wrote last. */
  let heardAt = 0;
  const introduction = Promise.withResolvers<unknown>();
  introduction.promise.catch(() => {});
  let result: unknown;
  const turns = createTurns(name, scrub);
  const permissions = new Map<JsonRpcId, AskedPermission>();
  let gate: ReturnType<typeof gateAnswers> | undefined;
  /** Nothing is told of sessions before the version is known. */
  let parts: { readonly version: 1 | 2; readonly sessions: OpenSessions } | null = null;

  const tap: MessageTap = {
    received(message, request) {
      heardAt = performance.now();
      if (request?.id === introductionId) {
        if ('error' in message) introduction.reject(message.error);
        else introduction.resolve(message.result);
        return 'taken';
      }
      if (!parts) return 'pass';
      const { sessions, version } = parts;
      if (message.method === 'session/update' && !('id' in message)) {
        return sessions.received(message.params);
      }
      if (message.method === 'session/request_permission' && 'id' in message) {
        const readDiff = (version === 1 ? v1Diff : v2Diff)(folder);
        const read = readPermission(message.params, readDiff);
        if (read && sessions.isOpen(read.asked.sessionId)) {
          sessions.tell(read.asked.sessionId, read.told);
          permissions.set(message.id as JsonRpcId, read.asked);
        }
      }
      // What came before an answer is told before it.
      sessions.flush();
      if (!request) return 'pass';
      const sessionId = sessionOf(request.params);
      if (opening.has(request.method)) {
        sessions.answered(request.method === 'session/new' ? null : sessionId, message.result);
      }
      if (request.method === 'session/prompt' && version === 2 && sessionId && 'result' in message)
        turns.accepted(sessionId);
      return 'pass';
    },
    rested: () => parts?.sessions.flush(),
    stray: (line) => log.add(saidLine(line, scrub)),
    leftOut({ sessionId, toolCallId, status }) {
      log.add('[A message that has too many parts was left out.]');
      if (!sessionId || !parts?.sessions.isOpen(sessionId)) return;
      const state = agentCallStates.find((one) => one === status);
      if (toolCallId) {
        const call = { id: toolCallId, isPartly: true, ...(state && { state }) } as const;
        parts.sessions.tell(sessionId, { type: 'call', call });
      }
      const title = `${name} told of something in more parts than can be read. It was left out.`;
      const note = { id: randomUUID(), severity: 'warning', title } as const;
      parts.sessions.tell(sessionId, { type: 'note', note });
    },
    answered: (id) => gate?.taken(id),
  };
  const link = linkAgent(process, tap, ({ method, id }) =>
    method === 'initialize' && id !== introductionId ? result : undefined,
  );
  link.closed.catch((error: unknown) => {
    const why = error instanceof AgentFault ? error.message : 'was not understood by the app';
    endFor(why, String(error));
  });
  void process.ended.then(log.end);
  void process.inputClosed.then(() => endUnlessOver('closed its input'));

  /** @param why goes on after its name */
  function endFor(why: string, detail?: string): void {
    broken ??= { code: 'agent-gone', message: `${name} ${why}, and was ended.`, detail };
    void process.end();
  }

  /** What it reads and writes by ends a moment before it does. Without, it is of no use even if it lives on. */
  async function endUnlessOver(why: string): Promise<void> {
    await Promise.race([process.ended, after(exitMs, undefined, { ref: false })]);
    if (!process.isOver()) endFor(why);
  }

  try {
    const protocol = launch.protocol ?? 1;
    const over = Promise.all([process.ended, link.closed.catch(() => {})]).then(() => {
      throw new FailureError(gone());
    });
    over.catch(() => {});
    const introduced = await within(
      abortable(Promise.race([introduce(protocol), over]), signal),
      limits.startMs,
      () => `${name} has not answered for ${Math.round(limits.startMs / 1000)} s since it was started, and was ended.`,
    );
    const { version } = introduced;
    const createReader = version === 1 ? createV1Reader : createV2Reader;
    const sessions = createOpenSessions({ ...client, logged: log.add }, folder, createReader, turns);
    const requests = createAgentRequests(client, version, takePermission, sessions.isOpen);
    parts = { version, sessions };
    gate = gateAnswers(requests.answer);
    const peer = await connectPeer(version, link.stream, initializeParams(version, appVersion), gate.answer);
    return assemble(introduced, sessions, peer, requests.cancelQuestions);
  } catch (error) {
    await process.end();
    throw new FailureError(atStart(broken ?? failureOf(name, error, scrub).failure));
  }

  async function introduce(protocol: 1 | 2): Promise<AgentIntroduction> {
    const params = initializeParams(protocol, appVersion);
    await link.send({ jsonrpc: '2.0', id: introductionId, method: 'initialize', params } as AnyMessage);
    result = await introduction.promise;
    return readIntroduction(launch, result);
  }

  function takePermission(id: JsonRpcId): AskedPermission | undefined {
    const asked = permissions.get(id);
    permissions.delete(id);
    return asked;
  }

  function assemble(
    { version, info, can, signIn }: AgentIntroduction,
    sessions: OpenSessions,
    peer: ProtocolPeer,
    cancelQuestions: (sessionId: string) => void,
  ): AgentConnection {
    void watchEnd(
      process,
      link.closed,
      peer,
      () => endUnlessOver('closed its output'),
      () => {
        const failure = gone();
        turns.allFailed(new FailureError(failure));
        client.gone(failure);
      },
    );
    const silent = (ms: number) => `${name} has not answered for ${Math.round(ms / 1000)} s.`;
    const request = async (method: string, params: unknown, aborting?: AbortSignal): Promise<unknown> => {
      const limitMs = msFor(method, limits);
      try {
        const answer = peer.request(method, params, aborting);
        return await (limitMs === undefined
          ? answer
          : whileHeard(
              answer,
              limitMs,
              () => heardAt,
              () => silent(limitMs),
            ));
      } catch (error) {
        if (!peer.signal.aborted) throw failureOf(name, error, scrub);
        await process.ended;
        throw new FailureError(gone());
      }
    };
    const parts = {
      name,
      version,
      can,
      sessions,
      turns,
      request,
      notify: peer.notify,
      cancelQuestions,
      tell: client.updated,
      closeMs: limits.closeMs,
    };
    return {
      version,
      info,
      can,
      signIn,
      ...createAgentSessions(parts),
      async authenticate(methodId, aborting) {
        const method = version === 1 ? 'authenticate' : 'auth/login';
        await abortable(request(method, { methodId }, aborting), aborting);
      },
      async logout() {
        await request(version === 1 ? 'logout' : 'auth/logout', {});
      },
      isOver: process.isOver,
      close: () => process.end(),
    };
  }
}

const mayBeSetUpWrongly: ReadonlySet<FailureCode> = new Set(['agent-gone', 'agent-failed', 'timeout']);

/** Before it has introduced itself, its settings may be why. */
const atStart = (failure: Failure): Failure =>
  mayBeSetUpWrongly.has(failure.code) ? { ...failure, code: 'agent-not-started' } : failure;

/** Tells once that the process is gone, after all that it said. */
async function watchEnd(
  process: AgentProcess,
  linkClosed: Promise<void>,
  peer: ProtocolPeer,
  endUnlessOver: () => Promise<void>,
  tell: () => void,
): Promise<void> {
  await linkClosed.catch(() => {});
  await endUnlessOver();
  await process.end();
  peer.close();
  tell();
}

function sessionOf(params: unknown): string | null {
  const id = (params as { sessionId?: unknown } | undefined)?.sessionId;
  return typeof id === 'string' ? id : null;
}
