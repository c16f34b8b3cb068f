import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FailureError } from '../../../shared/contract/errors.ts';
import { pinnedLookup, type Resolve, systemResolve } from '../../network/pinned-lookup.ts';
import { addressIn, isPrivateAddress } from '../../network/private-address.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** It came from this machine or its network. */
  readonly isPrivate: boolean;
  /** Unpacked; ends what is under way when it is left. */
  readonly body: Readable;
}

export interface PageRequest {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Whether this machine and its network may be asked. */
  readonly allowsPrivate: boolean;
  /** Absent: the system's names. */
  readonly resolve?: Resolve | undefined;
}

const headers = {
  accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, application/xml;q=0.9, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': '*',
  'user-agent': 'Outrigger',
};

/**
 * Asks for one address and follows nothing. Whether it is private is judged by the address that is connected to, so a name
 * cannot be one thing when it is judged and another when it is used. No cookie and no key goes along.
 * @throws {FailureError}
 */
export async function requestPage({
  url,
  signal,
  allowsPrivate,
  resolve = systemResolve,
}: PageRequest): Promise<PageAnswer> {
  const address = addressIn(url);
  let isPrivate = address !== null && isPrivateAddress(address);
  if (isPrivate && !allowsPrivate) throw refusedPrivate(url);

  const lookup = pinnedLookup(resolve, (_name, addresses) => {
    isPrivate = addresses.some(isPrivateAddress);
    return isPrivate && !allowsPrivate ? refusedPrivate(url) : null;
  });

  const response = await new Promise<IncomingMessage>((answered, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, { method: 'GET', headers, lookup, signal, agent: false }, answered);
    sent.on('error', (error) => reject(error instanceof FailureError ? error : unreachable(url, error, signal)));
    // One that switches to another protocol gives neither an answer nor an error.
    sent.on('close', () => reject(unreachable(url, new Error('It closed the connection.'), signal)));
    sent.end();
  });
  return { status: response.statusCode ?? 0, headers: response.headers, isPrivate, body: unpacked(response) };
}

function unpacked(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    coding
  ];
  if (!unpack) return response;
  const body = unpack();
  response.on('error', (error) => body.destroy(error));
  body.on('close', () => response.destroy());
  return response.pipe(body);
}

const refusedPrivate = (url: URL): FailureError =>
  new FailureError({
    code: 'address-refused',
    message: `${url.host} is on this machine or its network, where only an address leads that you typed yourself, or that says so by itself, as localhost and 192.168.1.2 do.`,
  });

/** In a sentence; the system's own words are for the curious. */
function unreachable(url: URL, error: Error, signal: AbortSignal): FailureError {
  if (signal.aborted) return new FailureError({ code: 'cancelled', message: 'It was stopped.' });
  const { code } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'its name is not known'
      : code === 'ECONNREFUSED'
        ? 'nothing answers there'
        : /CERT|TLS|SSL/.test(code ?? '')
          ? 'its certificate is not good'
          : 'the connection failed';
  return new FailureError({
    code: 'network',
    message: `${url.host} could not be reached: ${why}.`,
    detail: error.message,
  });
}
