import { z } from 'zod/mini';
import { addressFault, calledAddress, headerFault } from './endpoint-address.ts';

/**
 * An endpoint that a script registers (ADR 53): the address of a service, and the dialect by which one of the bundled
 * extensions calls it. It becomes a provider of that extension.
 */

const headers = z.record(z.string(), z.string()).check(
  z.refine((all) => Object.keys(all).length <= 50, { error: 'use at most 50 headers' }),
  z.refine((all) => Object.entries(all).every(([name, value]) => headerFault(name, value) === null), {
    error: 'use headers that a request may have',
  }),
);

/** What never leaves main's memory but to the extension that calls the service: it is neither kept nor shown. */
const secretsSchema = z.strictObject({
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(65_536))),
  headers: z._default(headers, {}),
});
export type EndpointSecrets = z.output<typeof secretsSchema>;

export const endpointFields = {
  /** The dialect, as the manifest of the extension that speaks it has it in `speaks`. */
  api: z.string().check(z.minLength(1), z.maxLength(100)),
  base_url: z.string().check(
    z.maxLength(2048),
    z.refine((address) => addressFault(address) === null, { error: 'use an address with https' }),
    z.overwrite(calledAddress),
  ),
  /** An environment variable that has the key. */
  variable: z.optional(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'name a variable'))),
  /** Whether the script gives a key or names a variable for it: nobody has to type one. */
  has_key: z._default(z.boolean(), false),
  /** The key goes where HTTP has credentials (RFC 9110, 11.6.2), not where the dialect has them. */
  auth_header: z._default(z.boolean(), false),
  secrets: z.optional(secretsSchema),
};
