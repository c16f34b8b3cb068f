import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, framesOf, promptOf, wholeCompletion } from './openai-wire.ts';

/** What goes wrong instead of, or in the middle of, an answer. */
export type OpenAiFault =
  | {
      type: 'status';
      status: number;
      /** In `Retry-After`, as it stands. */
      retryAfter?: string;
      /** A JSON value, or a text that is sent as an HTML page. */
      body?: unknown;
    }
  /** The request is taken and never answered. */
  | { type: 'hang' }
  /** The connection is cut after so many bytes of the answer. */
  | { type: 'drop'; afterBytes: number };

export interface OpenAiServerOptions {
  /** Requests must carry it as a bearer token; without one every request is let in. */
  key?: string;
  /** Ids of the models that are listed. Default: "tiny" and "large". */
  models?: readonly string[];
  /** Fields of a request that this service does not know: it answers 400 and names the field. */
  unknownFields?: readonly string[];
  /** Bytes of a write, so that chunks end anywhere; default: a whole event. */
  chunkSize?: number;
  /** Milliseconds between two writes; default 0. */
  delay?: number;
  /** The answer to a prompt, the text of the last user message. Default: "Hello, " and "world!". */
  answer?: (prompt: string, body: Record<string, unknown>) => Answer;
  /** The first fault; `setFault` changes it. */
  fault?: OpenAiFault;
}

/** A request as it arrived. The key itself is not kept. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: 'none' | 'right' | 'wrong';
  /** The parsed body of a POST. */
  body: Record<string, unknown> | null;
  /** Whether the client went away before the answer was complete. */
  aborted: boolean;
}

export interface OpenAiServer {
  /** The base URL, with /v1. */
  url: string;
  requests: SeenRequest[];
  /** For chats only; the list of models goes on. null: all is well again. */
  setFault(fault: OpenAiFault | null): void;
  /** How the answers to come are written; what is not named becomes the default. */
  setPace(pace: Pick<OpenAiServerOptions, 'chunkSize' | 'delay'>): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Starts a server on a free loopback port that speaks the wire format of Chat Completions. */
export async function startOpenAiServer(options: OpenAiServerOptions = {}): Promise<OpenAiServer> {
  const requests: SeenRequest[] = [];
  let fault: OpenAiFault | null = options.fault ?? null;
  let pace: Pick<OpenAiServerOptions, 'chunkSize' | 'delay'> = options;

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = await bodyOf(request);
    const seen: SeenRequest = {
      method: request.method ?? '',
      path,
      authorization: judge(request.headers.authorization, options.key),
      body,
      aborted: false,
    };
    requests.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    if (options.key !== undefined && seen.authorization !== 'right') {
      return sendError(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    }
    if (request.method === 'GET' && path === '/v1/models') return sendModels(response, options.models);
    if (request.method !== 'POST' || path !== '/v1/chat/completions' || body === null) {
      return sendError(response, 404, `Unknown request URL: ${request.method} ${path}`, 'unknown_url');
    }
    const unknown = options.unknownFields?.find((field) => field in body);
    if (unknown) return sendError(response, 400, `Unrecognized request argument: ${unknown}`, 'unknown_field');
    await sendAnswer(response, body);
  }

  async function sendAnswer(response: ServerResponse, body: Record<string, unknown>): Promise<void> {
    if (fault?.type === 'hang') return;
    if (fault?.type === 'status') return sendFault(response, fault);
    const answer = options.answer?.(promptOf(body), body) ?? { text: ['Hello, ', 'world!'] };
    if (body.stream !== true) return sendJson(response, 200, wholeCompletion(answer, body));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    response.socket?.setNoDelay(true);
    let left = fault?.type === 'drop' ? fault.afterBytes : Number.POSITIVE_INFINITY;
    for (const chunk of chunksOf(framesOf(answer, body), pace.chunkSize)) {
      if (response.destroyed) return;
      const part = chunk.subarray(0, Math.min(chunk.length, left));
      left -= part.length;
      await written(response, part, pace.delay ?? 0);
      if (left <= 0) {
        response.destroy();
        return;
      }
    }
    response.end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    setFault(next) {
      fault = next;
    },
    setPace(next) {
      pace = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function judge(authorization: string | undefined, key: string | undefined): SeenRequest['authorization'] {
  if (authorization === undefined) return 'none';
  return key !== undefined && authorization === `Bearer ${key}` ? 'right' : 'wrong';
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error', code } });
}

function sendModels(response: ServerResponse, ids: readonly string[] = ['tiny', 'large']): void {
  const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'test' }));
  sendJson(response, 200, { object: 'list', data });
}

function sendFault(response: ServerResponse, fault: OpenAiFault & { type: 'status' }): void {
  const headers: Record<string, string> = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
  if (typeof fault.body === 'string') {
    response.writeHead(fault.status, { 'content-type': 'text/html', ...headers }).end(fault.body);
    return;
  }
  sendJson(response, fault.status, fault.body ?? { error: { message: 'As the test asked.' } }, headers);
}

function* chunksOf(frames: readonly string[], size: number | undefined): Generator<Buffer> {
  if (size === undefined) {
    for (const frame of frames) yield Buffer.from(frame);
    return;
  }
  const whole = Buffer.from(frames.join(''));
  for (let start = 0; start < whole.length; start += size) yield whole.subarray(start, start + size);
}

/** Resolves when the chunk is on its way and the next may go, or the client is gone. */
function written(response: ServerResponse, chunk: Buffer, delay: number): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => (delay > 0 ? setTimeout(resolve, delay) : setImmediate(resolve)));
  });
}
