import type { ExtensionFetch } from '../../../shared/contract/extension-api/extension-fetch.ts';
import type { ExtensionHttp, HttpEvent, HttpRequest } from '../../../shared/contract/extension-api/extension-http.ts';
import { longestFetchBody } from '../../../shared/contract/extension-api/fetch-limits.ts';
import { createEventReader } from './event-reader.ts';
import { HttpFailure } from './http-failure.ts';
import { keepAlive } from './keep-alive.ts';
import { createLineReader } from './line-reader.ts';
import { networkFailure } from './network-failure.ts';
import { type BodyOrigin, readPieces, readText } from './read-body.ts';
import { refusal } from './refusal.ts';
import { statusFailure } from './status-failure.ts';

const longestJson = 32 * 1024 * 1024;

/** `context.http`: common helpers for clients of web services, on top of `context.fetch`. */
export function createHttp(fetch: ExtensionFetch): ExtensionHttp {
  /** Origins of responses, for error messages while their bodies are read. */
  const origins = new WeakMap<Response, BodyOrigin>();
  const originOf = (response: Response): BodyOrigin => origins.get(response) ?? { host: hostOf(response.url) };

  return {
    async request(url, init = {}) {
      const { signal } = init;
      const host = hostOf(url);
      const { method, headers, body } = encode(host, init);
      let response: Response;
      try {
        response = await fetch(url, { method, headers, body, signal: signal ?? null });
      } catch (thrown) {
        throw networkFailure(host, thrown, 'before', signal);
      }
      const origin = { host, signal };
      if (!response.ok) throw await refusal(response, origin, init);
      origins.set(response, origin);
      return response;
    },
    async json(response) {
      const origin = originOf(response);
      const text = await readText(response, origin, longestJson);
      if (text === null) throw new HttpFailure('invalid-response', `${origin.host} answered with more than 32 MB.`);
      try {
        return JSON.parse(text);
      } catch {
        throw new HttpFailure('invalid-response', `${origin.host} answered with something that is not JSON.`);
      }
    },
    lines: (response) => readPieces<string>(response, originOf(response), createLineReader),
    events: (response) => readPieces<HttpEvent>(response, originOf(response), createEventReader),
    keepAlive,
    failure: statusFailure,
  };
}

function hostOf(url: string): string {
  if (!URL.canParse(url)) throw new HttpFailure('invalid-request', `"${url}" is not an address. Check it in Settings.`);
  return new URL(url).host;
}

function encode(host: string, { method, headers = {}, json, body }: HttpRequest) {
  const type = json !== undefined ? 'application/json' : body instanceof URLSearchParams ? formType : undefined;
  const given = json === undefined ? body : JSON.stringify(json);
  const bytes = given === undefined || given instanceof Uint8Array ? given : new TextEncoder().encode(String(given));
  if (bytes && bytes.byteLength > longestFetchBody) {
    throw new HttpFailure('context-too-large', `The request is too large to be sent to ${host}: 32 MB is the most.`);
  }
  const all = new Headers(headers);
  if (type && !all.has('content-type')) all.set('content-type', type);
  return { method: method ?? (bytes ? 'POST' : 'GET'), headers: all, body: (bytes ?? null) as BodyInit | null };
}

const formType = 'application/x-www-form-urlencoded;charset=UTF-8';
