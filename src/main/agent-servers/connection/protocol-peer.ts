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
  const { client, RequestError } = version === 1 ? await import('@agentclientprotocol/sdk') : await loadV2();
  const connection = client()
    .onRequest('*', async ({ method, params, requestId, signal }) => {
      try {
        return await answer(method, params, requestId, signal);
      } catch (error) {
        if (error instanceof AnswerError) throw new RequestError(error.code, error.message);
        throw error;
      }
    })
    .onNotification('*', () => {})
    .connect(stream);
  const { agent, signal } = connection;
  // Answered from what the agent has answered before; it makes the client of version 2 ready.
  if (version === 2) await agent.request<unknown>('initialize' as string, initialize);
  return {
    request: (method, params, cancellationSignal) =>
      agent.request<unknown>(method, params, { ...(cancellationSignal && { cancellationSignal }) }),
    notify: (method, params) => void agent.notify(method, params).catch(() => {}),
    signal,
    close: () => connection.close(),
  };
}

/** Alike in all that is used here, but for types that allow each method its own parameters only. */
const loadV2 = async () =>
  (await import('@agentclientprotocol/sdk/experimental/v2')) as unknown as typeof import('@agentclientprotocol/sdk');
