import { z } from 'zod/mini';
import { longestFetchBody } from './longest-fetch-body.ts';

/** `context.fetch`: what an extension asks of the network goes by its own port to main, which knows where it may go. */

/**
 * Fetches from the hosts that the manifest names under `[capabilities] network`; every redirect is checked as well.
 * Like the `fetch` of a page, with these differences: there are no cookies, no cache and no CORS; a body that is sent
 * is at most 32 MB and is read before it is sent. Rejects with a `TypeError`; its `cause.code` says why, such as
 * `ECONNREFUSED`, or `network-refused` where the manifest does not name the host.
 */
export type ExtensionFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export const fetchRequestSchema = z.strictObject({
  url: z.string().check(z.maxLength(65_536)),
  method: z.string().check(z.regex(/^[A-Za-z][A-Za-z-]{0,31}$/)),
  headers: z.array(z.tuple([z.string(), z.string()])).check(z.maxLength(200)),
  body: z.nullable(
    z.instanceof(Uint8Array).check(z.refine((body) => body.byteLength <= longestFetchBody, 'at most 32 MB')),
  ),
  redirect: z.enum(['follow', 'error', 'manual']),
});
export type FetchRequest = z.output<typeof fetchRequestSchema>;

export interface FetchHead {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly isRedirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: [name: string, value: string][];
}

/** An extension opens these streams on its port. */
export type MainStreams = {
  /** The head first, then the body in pieces. */
  'network.fetch': { params: FetchRequest; item: FetchHead | Uint8Array };
};
export const mainStreamParams = { 'network.fetch': fetchRequestSchema } satisfies {
  [S in keyof MainStreams]: z.ZodMiniType<MainStreams[S]['params']>;
};
