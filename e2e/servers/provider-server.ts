import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Loopback, listenOnLoopback } from './loopback.ts';

/** Scripted answer of a model, independent of the wire format. */
export interface Answer {
  /** One piece per event; a single string is split into words. */
  text?: string | readonly string[];
  thinking?: string | readonly string[];
  toolCalls?: readonly { id: string; name: string; input: string }[];
  /**
   * In the service's spelling. Default: that for tool calls if there are some, otherwise that for a complete answer.
   */
  finishReason?: string;
  /** Default: 10 in, one out per piece of text. */
  usage?: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
  /** Breaks the answer off with this error after all of the above. */
  error?: { message: string; code?: string | number };
  /** Sends these payloads instead of all of the above, one per event. */
  payloads?: readonly string[];
  /** Ends the stream after this many bytes, as if it were complete. */
  endsAfter?: number;
}

/** Wire format of one kind of service. */
export interface WireFormat {
  /** Path of the base URL, such as "/v1"; "" for none. Paths below include it. */
  readonly basePath: string;
  isCompletion(method: string, path: string): boolean;
  /** The list of models; null if the request is for something else. */
  listing(method: string, path: string, models: readonly string[]): unknown;
  /** JSON responses of further endpoints; null if the request is for none. */
  other?(method: string, path: string, body: unknown): unknown;
  /** The key in the request, without a prefix. */
  keyOf(headers: IncomingHttpHeaders, url: URL): string | undefined;
  /** Body of an error response. */
  error(status: number, message: string, code?: string): unknown;
  /** Content type of a stream. */
  readonly contentType: string;
  /** The stream in the service's format, one string per event. */
  frames(answer: Answer, body: Record<string, unknown>): string[];
  /** The answer in one piece; null: the request wants a stream. Absent: all answers are streamed. */
  whole?(answer: Answer, body: Record<string, unknown>, path: string): unknown;
  /** Text of the last user message. */
  promptOf(body: Record<string, unknown>): string;
  /** Number of images in the request. */
  imagesOf(body: Record<string, unknown>): number;
  /** Results of tools in the request, oldest first. */
  toolResultsOf(body: Record<string, unknown>): string[];
}

/** A fault instead of an answer, or in the middle of it; `times`: number of answers affected, by default all. */
export type Fault = { times?: number } & (
  | {
      type: 'status';
      status: number;
      /** Value of `Retry-After`, unchanged. */
      retryAfter?: string;
      /** A JSON value, or a text that is sent as an HTML page. */
      body?: unknown;
    }
  /** The request is accepted and never answered. */
  | { type: 'hang' }
  /** The answer stops after this many bytes, and the connection stays open. */
  | { type: 'stall'; afterBytes: number }
  /** The connection is cut after this many bytes of the answer. */
  | { type: 'drop'; afterBytes: number }
);

export interface ProviderServerOptions {
  /** Required in requests; absent: all requests are accepted. */
  key?: string;
  /** Ids of the listed models. Default: "tiny" and "large". */
  models?: readonly string[];
  /** Request fields that this service rejects: it answers 400 and names the field. */
  unknownFields?: readonly string[];
  /** Bytes per write, so that chunks end anywhere; default: a whole event. */
  chunkSize?: number;
  /** Offsets in bytes at which writes end, instead. */
  cuts?: readonly number[];
  /** Milliseconds between two writes; default 0. */
  delay?: number;
  /** Awaited before a part of an answer is written; may never resolve. */
  before?: (part: string) => Promise<unknown> | undefined;
  /** The answer to a prompt. Default: "Hello, " and "world!". */
  answer?: (prompt: string, body: Record<string, unknown>, seen: SeenRequest) => Answer;
  /** The initial fault; `setFault` changes it. */
  fault?: Fault;
}

export type Pace = Pick<ProviderServerOptions, 'chunkSize' | 'cuts' | 'delay' | 'before'>;

/** A received request, without its key. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: 'none' | 'right' | 'wrong';
  headers: IncomingHttpHeaders;
  /** The parsed body of a POST. */
  body: Record<string, unknown> | null;
  images: number;
  toolResults: readonly string[];
  /** Whether the client disconnected before the answer was complete. */
  aborted: boolean;
}

export interface ProviderServer extends Omit<Loopback, 'origin'> {
  /** The base URL, with the format's path. */
  url: string;
  requests: SeenRequest[];
  /** Only the requests for answers. */
  completions(): SeenRequest[];
  /** Affects answers only; the list of models still works. null: no fault. */
  setFault(fault: Fault | null): void;
  /** Sets the pace of later answers; absent values get their defaults. */
  setPace(pace: Pace): void;
  /** Sets the required key. */
  setKey(key: string): void;
}

/** Starts a server of the format on a loopback port. */
export async function startProviderServer(
  format: WireFormat,
  options: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const requests: SeenRequest[] = [];
  let fault: Fault | null = options.fault ?? null;
  let pace: Pace = options;
  let wantedKey = options.key;

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    const path = url.pathname;
    const seen = seenRequest(request, url, await bodyOf(request));
    requests.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    if (wantedKey !== undefined && seen.authorization !== 'right') return refuse(401, 'Incorrect key.');
    const json =
      format.listing(method, path, options.models ?? ['tiny', 'large']) ?? format.other?.(method, path, seen.body);
    if (json !== null && json !== undefined) return sendJson(response, 200, json);
    if (!format.isCompletion(method, path) || seen.body === null) return refuse(404, `No such address: ${path}`);
    const unknown = options.unknownFields?.find((field) => field in (seen.body ?? {}));
    if (unknown) return refuse(400, `Unrecognized request argument: ${unknown}`, 'unknown_field');
    await sendAnswer(response, seen, seen.body);

    function refuse(status: number, message: string, code?: string): void {
      sendJson(response, status, format.error(status, message, code));
    }
  }

  function seenRequest(request: IncomingMessage, url: URL, body: Record<string, unknown> | null): SeenRequest {
    const key = format.keyOf(request.headers, url);
    const judged = wantedKey !== undefined && key === wantedKey ? 'right' : 'wrong';
    const headers = { ...request.headers };
    for (const [name, value] of Object.entries(headers)) {
      if (key && String(value).includes(key)) headers[name] = '(the key)';
    }
    return {
      method: request.method ?? '',
      path: url.pathname,
      authorization: key === undefined ? 'none' : judged,
      headers,
      body,
      images: body ? format.imagesOf(body) : 0,
      toolResults: body ? format.toolResultsOf(body) : [],
      aborted: false,
    };
  }

  /** The fault for this answer; one with `times` is used up. */
  function takeFault(): Fault | null {
    const taken = fault;
    if (taken?.times !== undefined) fault = taken.times > 1 ? { ...taken, times: taken.times - 1 } : null;
    return taken;
  }

  async function sendAnswer(response: ServerResponse, seen: SeenRequest, body: Record<string, unknown>): Promise<void> {
    const met = takeFault();
    if (met?.type === 'hang') return;
    if (met?.type === 'status') return sendFault(response, format, met);
    const answer = options.answer?.(format.promptOf(body), body, seen) ?? { text: ['Hello, ', 'world!'] };
    const whole = format.whole?.(answer, body, seen.path) ?? null;
    if (whole !== null) return sendJson(response, 200, whole);
    response.writeHead(200, { 'content-type': format.contentType, 'cache-control': 'no-cache' });
    response.socket?.setNoDelay(true);
    let left = met ? met.afterBytes : (answer.endsAfter ?? Number.POSITIVE_INFINITY);
    for (const chunk of chunksOf(format.frames(answer, body), pace)) {
      if (response.destroyed) return;
      const part = chunk.subarray(0, Math.min(chunk.length, left));
      left -= part.length;
      await pace.before?.(part.toString());
      await written(response, part, pace.delay ?? 0);
      if (left > 0) continue;
      if (met?.type === 'drop') response.destroy();
      if (!met) response.end();
      return;
    }
    response.end();
  }

  const { origin, ...loopback } = await listenOnLoopback(server);
  return {
    ...loopback,
    url: `${origin}${format.basePath}`,
    requests,
    completions: () => requests.filter(({ method, path }) => format.isCompletion(method, path)),
    setFault(next) {
      fault = next;
    },
    setKey(next) {
      wantedKey = next;
    },
    setPace(next) {
      pace = next;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendFault(response: ServerResponse, format: WireFormat, fault: Fault & { type: 'status' }): void {
  const headers: Record<string, string> = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
  if (typeof fault.body === 'string') {
    response.writeHead(fault.status, { 'content-type': 'text/html', ...headers }).end(fault.body);
    return;
  }
  sendJson(response, fault.status, fault.body ?? format.error(fault.status, 'As the test asked.'), headers);
}

function* chunksOf(frames: readonly string[], { chunkSize, cuts }: Pace): Generator<Buffer> {
  if (chunkSize === undefined && cuts === undefined) {
    for (const frame of frames) yield Buffer.from(frame);
    return;
  }
  const whole = Buffer.from(frames.join(''));
  const ends = cuts ? [...cuts].sort((a, b) => a - b) : everySoMany(chunkSize ?? whole.length, whole.length);
  let start = 0;
  for (const end of [...ends, whole.length]) {
    if (end > start) yield whole.subarray(start, end);
    start = Math.max(start, end);
  }
}

const everySoMany = (size: number, length: number): number[] =>
  Array.from({ length: Math.floor(length / size) }, (_, index) => (index + 1) * size);

/** Resolves when the chunk is sent and the next may follow, or the client has disconnected. */
function written(response: ServerResponse, chunk: Buffer, delay: number): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => (delay > 0 ? setTimeout(resolve, delay) : setImmediate(resolve)));
  });
}

/** Splits a string of an answer into pieces, which are also the tokens in the usage. */
export function pieces(text: string | readonly string[] = []): readonly string[] {
  return typeof text === 'string' ? text.split(/(?<= )/u) : text;
}

export const usageOf = (answer: Answer): NonNullable<Answer['usage']> =>
  answer.usage ?? { input: 10, output: pieces(answer.text).length };
