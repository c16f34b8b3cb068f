import { editorMethods } from '../../shared/contract/methods/editor-methods.ts';
import type { RendererMethodTable } from '../../shared/contract/methods/method.ts';
import type { Channel, EditorHandlers, LateHandlers } from '../../shared/contract/methods/renderer-methods.ts';
import { BadCallError } from './bad-call-error.ts';

export interface RendererHandlers {
  readonly editor: EditorHandlers;
  /** Loads the methods of the panel and their handlers on first use. */
  late(): Promise<{ readonly methods: RendererMethodTable; readonly handlers: LateHandlers }>;
}

export type HandledChannel = Exclude<Channel, 'events.connect'>;

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
  const half = group in editor ? { methods: editorMethods, handlers: editor } : await late();
  const checked = (half.methods as RendererMethodTable)[group]?.[method]?.arguments.safeParse(args);
  if (!checked?.success) throw new BadCallError(`${channel} was called with arguments that it does not take`);
  return await (half.handlers as AnyHandlers)[group]?.[method]?.(...checked.data);
}
