import { z } from 'zod/mini';
import type { Asker } from './question.ts';

/** Addresses that are to be opened outside the app, and what a person is asked before. */

const text = z.string().check(z.maxLength(65_536));

/** Where the link stands that a person followed. `label`: its text as it was written, "" for none. */
export const addressSourceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('thread'), label: text }),
  /** In a text or a dialog of an extension. */
  z.strictObject({ type: z.literal('extension'), extensionId: z.string().check(z.maxLength(256)), label: text }),
]);
export type AddressSource = z.output<typeof addressSourceSchema>;

/** A host that the browser is sent to without a question, since a person typed or allowed it. */
export const knownHostSchema = z.strictObject({
  host: text,
  /** The one that it was allowed to, by its id and where it is; absent: it holds for links in threads. */
  extension: z.exactOptional(z.strictObject({ id: text, origin: text })),
});
export type KnownHost = z.output<typeof knownHostSchema>;

/** May this address be opened? Main asks, and has read all of it: the host is the one that a browser goes to. */
export interface AddressQuestion {
  readonly id: string;
  /** Whose address it is; null: it stands in the thread. */
  readonly asker: (Asker & { readonly providerId?: string | undefined }) | null;
  /** Host, and port where it is not the usual one, in the letters that it was written in. */
  readonly host: string;
  /** The same as it goes over the network, where that differs. */
  readonly asciiHost?: string | undefined;
  readonly url: string;
  /** Another host that the text of the link names; "" where the text is written so that it cannot be read for sure. */
  readonly namedHost?: string | undefined;
}
