import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { CallHandler } from '../../../shared/rpc/handlers.ts';

/** Calls in which an extension waits for a person, a program or a model. */
const waited: ReadonlySet<string> = new Set<keyof MainMethods>([
  'window.confirm',
  'window.pick',
  'window.prompt',
  'credential.request',
  'exec.run',
  'model.complete',
]);
/** The person may be asked whether it may; a thread that it began may be at work. */
const isWait = (method: string): boolean => waited.has(method) || method.startsWith('thread.');

export type WaitingCalls = ReturnType<typeof createWaitingCalls>;

/** Which extensions wait for somebody else. */
export function createWaitingCalls() {
  const waiting = new Map<string, number>();
  function add(extensionId: string, count: number): void {
    const now = (waiting.get(extensionId) ?? 0) + count;
    if (now === 0) waiting.delete(extensionId);
    else waiting.set(extensionId, now);
  }

  /** @returns ends the wait */
  function begin(extensionId: string): () => void {
    add(extensionId, 1);
    return () => add(extensionId, -1);
  }

  return {
    begin,
    isWaiting: (extensionId: string): boolean => waiting.has(extensionId),
    /** The handlers of one extension, of which those that take as long as others do are noticed. */
    noticed: (extensionId: string, handlers: Readonly<Record<string, CallHandler>>): Record<string, CallHandler> =>
      Object.fromEntries(
        Object.entries(handlers).map(([method, handle]): [string, CallHandler] => {
          if (!isWait(method)) return [method, handle];
          return [
            method,
            async (params, context) => {
              const end = begin(extensionId);
              try {
                return await handle(params, context);
              } finally {
                end();
              }
            },
          ];
        }),
      ),
  };
}
