import { networkFailure } from './network-failure.ts';

/** What is known of an answer besides the answer: it says whose it is when it breaks off. */
export interface Origin {
  readonly host: string;
  readonly signal?: AbortSignal | undefined;
}

/** The pieces of a body as they come. Left early, the rest is not fetched. */
export async function* readBody(response: Response, { host, signal }: Origin): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((thrown) => {
        throw networkFailure(host, thrown, 'during', signal);
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** @returns null when the body is longer than `limit` bytes; the rest is not fetched */
export async function readText(response: Response, origin: Origin, limit: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of readBody(response, origin)) {
    bytes += piece.byteLength;
    if (bytes > limit) return null;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** What a reader of pieces makes of a body, each as soon as it is there. */
export async function* readPieces<T>(
  response: Response,
  origin: Origin,
  createReader: (host: string, take: (item: T) => void) => { push(chunk: Uint8Array): void; end(): void },
): AsyncGenerator<T> {
  let items: T[] = [];
  const reader = createReader(origin.host, (item) => items.push(item));
  const taken = () => {
    const ready = items;
    items = [];
    return ready;
  };
  for await (const piece of readBody(response, origin)) {
    reader.push(piece);
    yield* taken();
  }
  reader.end();
  yield* taken();
}
