import { networkFailure } from './network-failure.ts';

/** Origin of a response, for the error message when it breaks off. */
export interface BodyOrigin {
  readonly host: string;
  readonly signal?: AbortSignal | undefined;
}

/** The chunks of a body. The rest is not fetched if the consumer leaves early. */
export async function* readBody(response: Response, { host, signal }: BodyOrigin): AsyncGenerator<Uint8Array> {
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

/** @returns null if the body is longer than `limit` bytes; the rest is not fetched */
export async function readText(response: Response, origin: BodyOrigin, limit: number): Promise<string | null> {
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

/** The items that a parser finds in a body, each as soon as it is complete. */
export async function* readPieces<T>(
  response: Response,
  origin: BodyOrigin,
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
