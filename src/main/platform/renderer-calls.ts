import type { RendererMethodTable } from '../../shared/contract/methods/method.ts';
import {
  type Channel,
  type EditorHandlers,
  type LateHandlers,
  rendererMethods,
} from '../../shared/contract/methods/renderer-methods.ts';
import { BadCallError } from './bad-call-error.ts';

export interface RendererHandlers {
  readonly editor: EditorHandlers;
  /** Loads the handlers of the panel on first use. */
  late(): Promise<LateHandlers>;
}

export type HandledChannel = Exclude<Channel, 'events.connect'>;

const table: RendererMethodTable = rendererMethods;

export const channels = Object.entries(table).flatMap(([group, methods]) =>
  Object.keys(methods).map((method) => `${group}.${method}` as Channel),
);

type AnyHandlers = Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>>>;

/**
 * Runs one call of the renderer.
 * @param args unvalidated
 * @throws BadCallError, or what the handler threw
 */
export async function callHandler(
  { editor, late }: RendererHandlers,
  channel: HandledChannel,
  args: readonly unknown[],
): Promise<unknown> {
  const [group, method] = channel.split('.') as [string, string];
  const checked = table[group]?.[method]?.arguments.safeParse(args);
  if (!checked?.success) throw new BadCallError(`${channel} was called with arguments that it does not take`);
  const handlers = (group in editor ? editor : await late()) as AnyHandlers;
  return await handlers[group]?.[method]?.(...checked.data);
}
