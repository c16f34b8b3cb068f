import { z } from 'zod/mini';
import type { Asker } from './question.ts';

/** Addresses to open outside the app, and the questions before that. */

const text = z.string().check(z.maxLength(65_536));

/** Where the followed link is. `label`: its text as it was written, "" for none. */
export const addressSourceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('thread'), label: text }),
  /** In a text or a dialog of an extension. */
  z.strictObject({ type: z.literal('extension'), extensionId: z.string().check(z.maxLength(256)), label: text }),
]);
export type AddressSource = z.output<typeof addressSourceSchema>;

/** A host that the browser is sent to without a question, since a person typed or allowed it. */
export const knownHostSchema = z.strictObject({
  host: text,
  /** The extension that it was allowed for, by id and location; absent: allowed for links in threads. */
  extension: z.exactOptional(z.strictObject({ id: text, origin: text })),
});
export type KnownHost = z.output<typeof knownHostSchema>;

export interface AskingAgent {
  readonly name: string;
  readonly reason: string;
}

/** Asks whether an address may be opened. Main parsed the URL: `host` is the one that a browser connects to. */
export interface AddressQuestion {
  readonly id: string;
  /** The extension whose address it is; null: the link is in the thread, or `agent` asks. */
  readonly asker: (Asker & { readonly providerId?: string | undefined }) | null;
  /** Host in Unicode as it was written, and the port if it is not the default. */
  readonly host: string;
  /** The host in its ASCII form (punycode), if that differs. */
  readonly asciiHost?: string | undefined;
  readonly url: string;
  /** Another host that the link's text names; "" if the text is written so that its host is unclear. */
  readonly namedHost?: string | undefined;
  /** The agent server that asks a person to go there, and why in its words. */
  readonly agent?: AskingAgent | undefined;
}
