import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Loopback, listenOnLoopback } from './loopback.ts';

/** What a scripted model says, in no service's words. */
export interface Answer {
  /** One piece for each event; a single string is cut into words. */
  text?: string | readonly string[];
  thinking?: string | readonly string[];
  toolCalls?: readonly { id: string; name: string; input: string }[];
  /** As the service spells it. Default: the one for tool calls after tool calls, else the one for an answer that ended. */
  finishReason?: string;
  /** Default: 10 in, one out for each piece of text. */
  usage?: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
  /** Breaks the answer off with this error after all the above. */
  error?: { message: string; code?: string | number };
  /** Sends these payloads instead of all the above, one event each. */
  payloads?: readonly string[];
  /** Bytes after which the stream ends, as if that were all of it. */
  endsAfter?: number;
}

/** How one kind of service writes and reads. */
export interface WireFormat {
  /** Path of the base URL, such as "/v1"; "" without one. Paths below include it. */
  readonly basePath: string;
  isCompletion(method: string, path: string): boolean;
  /** The list of models; null: the request does not ask for it. */
  listing(method: string, path: string, models: readonly string[]): unknown;
  /** Answers of further addresses, as JSON; null: it is none of them. */
  other?(method: string, path: string, body: unknown): unknown;
  /** The key as it was sent, bare. */
  keyOf(headers: IncomingHttpHeaders, url: URL): string | undefined;
  /** The body of a refusal. */
  error(status: number, message: string, code?: string): unknown;
  /** Of a stream. */
  readonly contentType: string;
  /** The stream as the service writes it, one event each. */
  frames(answer: Answer, body: Record<string, unknown>): string[];
  /** The answer in one piece; null: the request wants a stream. Without it every answer streams. */
  whole?(answer: Answer, body: Record<string, unknown>, path: string): unknown;
  /** The text of the last message of the person. */
  promptOf(body: Record<string, unknown>): string;
  /** How many images the request holds. */
  imagesOf(body: Record<string, unknown>): number;
  /** What the tools said, oldest first. */
  toolResultsOf(body: Record<string, unknown>): string[];
}

/** What goes wrong instead of, or in the middle of, an answer; `times`: for so many answers, default all. */
export type Fault = { times?: number } & (
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
  /** The answer stops after so many bytes, and the connection stays open. */
  | { type: 'stall'; afterBytes: number }
  /** The connection is cut after so many bytes of the answer. */
  | { type: 'drop'; afterBytes: number }
);

export interface ProviderServerOptions {
  /** Requests must carry it; without one every request is let in. */
  key?: string;
  /** Ids of the models that are listed. Default: "tiny" and "large". */
  models?: readonly string[];
  /** Fields of a request that this service does not know: it answers 400 and names the field. */
  unknownFields?: readonly string[];
  /** Bytes of a write, so that chunks end anywhere; default: a whole event. */
  chunkSize?: number;
  /** The bytes at which writes end, instead. */
  cuts?: readonly number[];
  /** Milliseconds between two writes; default 0. */
  delay?: number;
  /** What a part of an answer waits for before it is written; it may be for ever. */
  before?: (part: string) => Promise<unknown> | undefined;
  /** The answer to a prompt. Default: "Hello, " and "world!". */
  answer?: (prompt: string, body: Record<string, unknown>, seen: SeenRequest) => Answer;
  /** The first fault; `setFault` changes it. */
  fault?: Fault;
}

export type Pace = Pick<ProviderServerOptions, 'chunkSize' | 'cuts' | 'delay' | 'before'>;

/** A request as it arrived. The key itself is not kept. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: 'none' | 'right' | 'wrong';
  headers: IncomingHttpHeaders;
  /** The parsed body of a POST. */
  body: Record<string, unknown> | null;
  images: number;
  toolResults: readonly string[];
  /** Whether the client went away before the answer was complete. */
  aborted: boolean;
}

export interface ProviderServer extends Omit<Loopback, 'origin'> {
  /** The base URL, with the format's path. */
  url: string;
  requests: SeenRequest[];
  /** The requests for answers alone. */
  completions(): SeenRequest[];
  /** For answers only; the list of models goes on. null: all is well again. */
  setFault(fault: Fault | null): void;
  /** How the answers to come are written; what is not named becomes the default. */
  setPace(pace: Pace): void;
  /** From now on requests must carry this one. */
  setKey(key: string): void;
}

/** Starts a server on a loopback port that speaks the format. */
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

  /** The fault that this answer meets; one with `times` wears off. */
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

/** Resolves when the chunk is on its way and the next may go, or the client is gone. */
function written(response: ServerResponse, chunk: Buffer, delay: number): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => (delay > 0 ? setTimeout(resolve, delay) : setImmediate(resolve)));
  });
}

/** What a single string of an answer is cut into, and what it counts as in the usage. */
export function pieces(text: string | readonly string[] = []): readonly string[] {
  return typeof text === 'string' ? text.split(/(?<= )/u) : text;
}

export const usageOf = (answer: Answer): NonNullable<Answer['usage']> =>
  answer.usage ?? { input: 10, output: pieces(answer.text).length };
