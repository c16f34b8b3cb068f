import type { AnyRequest, JsonRpcId, Stream } from '@agentclientprotocol/sdk';

/** A request of the agent. Its answer is a result, or an `AnswerError`. */
export type AnswerRequest = (method: string, params: unknown, id: JsonRpcId, signal: AbortSignal) => Promise<unknown>;

/** An error that the agent gets as the answer to its request. */
export class AnswerError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The protocol's own client of one version, once it has been initialized. */
export interface ProtocolPeer {
  /** @param signal tells the agent that the answer is no longer wanted; it still has to come */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Aborts when the connection is over. */
  readonly signal: AbortSignal;
  close(): void;
}

/** The client of the version that was answered; it is loaded now, as most starts of the app need none. */
export async function connectPeer(
  version: 1 | 2,
  stream: Stream,
  initialize: AnyRequest['params'],
  answer: AnswerRequest,
): Promise<ProtocolPeer> {
  const sdk = version === 1 ? await loadV1() : await loadV2();
  const connection = sdk.connect(stream, async (method, params, id, signal) => {
    try {
      return await answer(method, params, id, signal);
    } catch (error) {
      if (error instanceof AnswerError) throw new sdk.RequestError(error.code, error.message);
      throw error;
    }
  });
  // Answered from what the agent has answered before; it makes the client of version 2 ready.
  if (version === 2) await connection.request('initialize', initialize);
  return connection;
}

async function loadV1() {
  const { client, RequestError } = await import('@agentclientprotocol/sdk');
  const connect = (stream: Stream, answer: AnswerRequest): ProtocolPeer => {
    const { agent, signal, close } = bound(
      client()
        .onRequest('*', (asked) => answer(asked.method, asked.params, asked.requestId, asked.signal))
        .onNotification('*', () => {})
        .connect(stream),
    );
    return {
      request: (method, params, cancellationSignal) =>
        agent.request(method, params, { ...(cancellationSignal && { cancellationSignal }) }),
      notify: (method, params) => void agent.notify(method, params).catch(() => {}),
      signal,
      close,
    };
  };
  return { connect, RequestError };
}

async function loadV2() {
  const { client, RequestError } = await import('@agentclientprotocol/sdk/experimental/v2');
  const connect = (stream: Stream, answer: AnswerRequest): ProtocolPeer => {
    const { agent, signal, close } = bound(
      client()
        .onRequest('*', (asked) => answer(asked.method, asked.params, asked.requestId, asked.signal))
        .onNotification('*', () => {})
        .connect(stream),
    );
    // Its types allow each method its own parameters only; what is sent is checked by our types of each request.
    const loose = agent as unknown as {
      request(method: string, params: unknown, options: { cancellationSignal?: AbortSignal }): Promise<unknown>;
      notify(method: string, params: unknown): Promise<void>;
    };
    return {
      request: (method, params, cancellationSignal) =>
        loose.request(method, params, { ...(cancellationSignal && { cancellationSignal }) }),
      notify: (method, params) => void loose.notify(method, params).catch(() => {}),
      signal,
      close,
    };
  };
  return { connect, RequestError };
}

const bound = <T extends { readonly agent: unknown; readonly signal: AbortSignal; close(): void }>(connection: T) => ({
  agent: connection.agent as T['agent'],
  signal: connection.signal,
  close: () => connection.close(),
});
