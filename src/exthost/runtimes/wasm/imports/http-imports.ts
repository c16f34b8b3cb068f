import { mostRedirects } from '../../../../shared/contract/extension-api/fetch-limits.ts';
import { HttpFailure } from '../../../api/http/http-failure.ts';
import { networkFailure } from '../../../api/http/network-failure.ts';
import { readBody } from '../../../api/http/read-body.ts';
import { longestRefusal, refusalOf } from '../../../api/http/refusal.ts';
import type { ComponentImports, ImportScope } from './component-import.ts';
import { oneOf, optionalBytes, optionalNumber, pairsOf, recordOf, textOf } from './given-values.ts';

/** The interface `http-client`. */

/** Bytes of a body that is taken as a whole. */
const longestBody = 32 * 1024 * 1024;
const methods = ['get', 'head', 'post', 'put', 'delete', 'options', 'patch'] as const;

interface Asked {
  readonly host: string;
  readonly headers: [string, string][];
  readonly request: Request;
  readonly maxRedirects: number;
}

function askedOf(given: unknown): Asked {
  const request = recordOf(given, 'The request');
  const url = textOf(request.url, 'url');
  if (!URL.canParse(url)) throw new HttpFailure('invalid-request', `"${url}" is not an address.`);
  const method = oneOf(methods, request.method, 'method').toUpperCase();
  const headers = pairsOf(request.headers, 'headers');
  const body = optionalBytes(request.body, 'body');
  const { redirect, maxRedirects } = redirectOf(request.redirectPolicy);
  const init = { method, headers, redirect, body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null };
  // It says what is wrong with a header, or with a body where there can be none.
  return { host: new URL(url).host, headers, request: new Request(url, init), maxRedirects };
}

/** @param given absent from the request of Zed's first interfaces, which follow */
function redirectOf(given: unknown = { tag: 'follow-all' }): { redirect: RequestRedirect; maxRedirects: number } {
  const { tag, val } = recordOf(given, 'redirect-policy');
  const policy = oneOf(['no-follow', 'follow-limit', 'follow-all'], tag, 'redirect-policy');
  if (policy === 'no-follow') return { redirect: 'manual', maxRedirects: 0 };
  const limit = (policy === 'follow-limit' ? optionalNumber(val, 'follow-limit') : undefined) ?? mostRedirects;
  return { redirect: 'follow', maxRedirects: Math.min(limit, mostRedirects) };
}

/** A response with its head; what it fails with is kept for the error of the component. */
async function opened(
  { context, outcome }: ImportScope,
  { host, headers, request, maxRedirects }: Asked,
  end: AbortController,
) {
  const response = await context.fetch(request, { signal: end.signal, maxRedirects }).catch((thrown) => {
    throw networkFailure(host, thrown, 'before', end.signal);
  });
  const pieces = readBody(response, { host, signal: end.signal });
  const { status } = response;
  if (status < 400) {
    outcome.answered();
    return { response, pieces };
  }
  let said = '';
  const decoder = new TextDecoder();
  const sent = Object.fromEntries(headers);
  const refusal = () => refusalOf(host, response, said, { secrets: outcome.secrets, headers: sent });
  outcome.refused(refusal);
  const heard = async function* () {
    for await (const piece of pieces) {
      if (said.length < longestRefusal) said += decoder.decode(piece, { stream: true });
      yield piece;
    }
  };
  return { response, pieces: heard(), refusal };
}

/** An abort of the call ends the request. */
async function endedBy<T>(signal: AbortSignal, end: AbortController, work: Promise<T>): Promise<T> {
  const stop = () => end.abort();
  signal.addEventListener('abort', stop);
  try {
    return await work;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function whole(scope: ImportScope, asked: Asked, end: AbortController) {
  const { response, pieces, refusal } = await opened(scope, asked, end);
  const limit = refusal ? longestRefusal : longestBody;
  const taken: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    taken.push(piece);
    length += piece.byteLength;
    if (length <= limit) continue;
    if (refusal) break;
    throw new HttpFailure('invalid-response', `${asked.host} answered with more than 32 MB. Use fetch-stream`);
  }
  if (refusal) throw refusal();
  const body = new Uint8Array(length);
  let at = 0;
  for (const piece of taken) {
    body.set(piece, at);
    at += piece.byteLength;
  }
  return { headers: [...response.headers], body };
}

export const httpImports = {
  'http-client.fetch': {
    run: (scope, [given]) => {
      const end = new AbortController();
      return endedBy(scope.signal, end, whole(scope, askedOf(given), end));
    },
  },
  'http-client.fetch-stream': {
    async run(scope, [given]) {
      const { responses } = scope.instance;
      responses.expectRoom();
      const end = new AbortController();
      const { response, pieces } = await endedBy(scope.signal, end, opened(scope, askedOf(given), end));
      const id = responses.add({
        end,
        async next() {
          const { done, value } = await pieces.next();
          return done ? null : value;
        },
      });
      return { id, status: response.status, headers: [...response.headers] };
    },
  },
  'http-client.next-chunk': {
    run: ({ instance, signal }, [id]) => instance.responses.next(Number(id), signal),
  },
  'http-client.drop': {
    otherwise: null,
    run: async ({ instance }, [id]) => instance.responses.drop(Number(id)),
  },
} satisfies ComponentImports;
