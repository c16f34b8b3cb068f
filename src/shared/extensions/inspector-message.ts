import { z } from 'zod/mini';

/**
 * Messages between main and the inspector thread of an extension host: the Chrome DevTools Protocol, with several
 * sessions over one socket, one JSON value per line. Main numbers the sessions, and the calls in each.
 */

/** From main. The first order of a session opens it. */
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
