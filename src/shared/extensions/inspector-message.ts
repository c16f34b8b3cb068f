import { z } from 'zod/mini';

/**
 * What main and the inspector thread of an extension host say to each other: the Chrome DevTools Protocol, several
 * sessions over one socket, one JSON value a line. Main counts up the sessions, and the ids within each.
 */

/** From main. A session begins with its first order. */
export type InspectorOrder =
  | { readonly session: number; readonly id: number; readonly method: string; readonly params?: object }
  | { readonly session: number; readonly close: true };

/** To main. */
export const inspectorMessageSchema = z.union([
  z.object({ session: z.number(), id: z.number(), error: z.string() }),
  z.object({ session: z.number(), id: z.number(), result: z.unknown() }),
  z.object({ session: z.number(), method: z.string(), params: z.unknown() }),
]);
export type InspectorMessage = z.output<typeof inspectorMessageSchema>;
