import { z } from 'zod/mini';
import { longestFetchBody, mostRedirects } from './fetch-limits.ts';

/** `context.fetch`: requests go through the extension's own port to main, which checks the destination. */

/**
 * Fetches from the hosts that the manifest names under `[capabilities] network`; every redirect is checked too. Like
 * the `fetch` of a page, except that there are no cookies, no cache and no CORS, and that a request body is at most
 * 32 MB and is read before it is sent. Rejects with a `TypeError`; its `cause.code` tells the reason, such as
 * `ECONNREFUSED`, or `network-refused` if the manifest does not name the host.
 * @param init.maxRedirects after so many it rejects; 20 at most, and unless told otherwise
 */
export type ExtensionFetch = (
  input: string | URL | Request,
  init?: RequestInit & { maxRedirects?: number },
) => Promise<Response>;

export const fetchRequestSchema = z.strictObject({
  url: z.string().check(z.maxLength(65_536)),
  method: z.string().check(z.regex(/^[A-Za-z][A-Za-z-]{0,31}$/)),
  headers: z.array(z.tuple([z.string(), z.string()])).check(z.maxLength(200)),
  body: z.nullable(
    z.instanceof(Uint8Array).check(z.refine((body) => body.byteLength <= longestFetchBody, 'at most 32 MB')),
  ),
  redirect: z.enum(['follow', 'error', 'manual']),
  maxRedirects: z.exactOptional(z.int().check(z.minimum(0), z.maximum(mostRedirects))),
});
export type FetchRequest = z.output<typeof fetchRequestSchema>;

export interface FetchHead {
  /** Address of the response, after redirects. */
  readonly url: string;
  readonly isRedirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: [name: string, value: string][];
}
