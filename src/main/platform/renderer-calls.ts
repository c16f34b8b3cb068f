import type { z } from 'zod/mini';
import type { ApiGroup, AskedMethod, Channel, RendererApi } from '../../shared/contract/renderer-api.ts';
import { rendererSchemas } from './renderer-schemas.ts';

/** What main implements; `events.connect` is the gateway's own. */
export type RendererHandlers = {
  readonly [G in Exclude<ApiGroup, 'events'>]: { readonly [M in AskedMethod<G>]: RendererApi[G][M] };
};

export type HandledChannel = Exclude<Channel, 'events.connect'>;

/** Rejected with this when the arguments are not what the contract says. It names the channel, never the values. */
export class BadCallError extends Error {}

/**
 * Answers one call of the renderer.
 * @param args as they came, unchecked
 * @throws BadCallError, or what the handler threw
 */
export async function callHandler(
  handlers: RendererHandlers,
  channel: HandledChannel,
  args: readonly unknown[],
): Promise<unknown> {
  const schema: z.ZodMiniType<unknown[]> = rendererSchemas[channel];
  const checked = schema.safeParse(args);
  if (!checked.success) throw new BadCallError(`${channel} was called with arguments that it does not take`);
  const [group, method] = channel.split('.') as [keyof RendererHandlers, string];
  const methods = handlers[group] as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
  return await methods[method]?.(...checked.data);
}
