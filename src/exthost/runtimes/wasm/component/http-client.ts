import type { HostAsker } from './host-asker.ts';
import type { ServedInterface } from './served-interface.ts';

/** A response whose body the host hands over piece by piece. */
interface OpenedResponse {
  readonly id: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

const dispose: symbol = Symbol.dispose ?? Symbol.for('dispose');

/** The interface `http-client`; its resource is a handle of the host. */
export function createHttpClient(host: HostAsker): ServedInterface {
  class HttpResponseStream {
    readonly #opened: OpenedResponse;

    constructor(opened: OpenedResponse) {
      this.#opened = opened;
    }

    status(): number {
      return this.#opened.status;
    }

    headers(): OpenedResponse['headers'] {
      return this.#opened.headers;
    }

    nextChunk(): unknown {
      return host.ask('http-client.next-chunk', [this.#opened.id]) ?? undefined;
    }

    /** The component has dropped its handle. */
    [dispose](): void {
      host.ask('http-client.drop', [this.#opened.id]);
    }
  }
  return {
    fetch: (request: unknown) => host.ask('http-client.fetch', [request], bodyOf(request)),
    fetchStream: (request: unknown) =>
      new HttpResponseStream(host.ask('http-client.fetch-stream', [request], bodyOf(request)) as OpenedResponse),
    HttpResponseStream,
  };
}

/** The glue has copied it out of the component's memory. */
function bodyOf(request: unknown): Uint8Array | undefined {
  const { body } = (typeof request === 'object' && request !== null ? request : {}) as { body?: unknown };
  return body instanceof Uint8Array && body.byteLength === body.buffer.byteLength ? body : undefined;
}
