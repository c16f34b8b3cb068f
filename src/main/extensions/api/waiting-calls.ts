import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { CallHandler } from '../../../shared/rpc/handlers.ts';

/** Calls in which an extension waits for a person, who sees its question. */
const ofPerson: ReadonlySet<string> = new Set<keyof MainMethods>(['window.confirm', 'window.pick', 'window.prompt']);
/** Those in which it waits for a program, a model or a dialog of the app. */
const ofOthers: ReadonlySet<string> = new Set<keyof MainMethods>([
  'credential.request',
  'exec.run',
  'files.download',
  'model.complete',
]);
/** The person may be asked whether it may; a thread that it began may be at work. */
const isWait = (method: string): boolean =>
  ofPerson.has(method) || ofOthers.has(method) || method.startsWith('thread.');

export type WaitingCalls = ReturnType<typeof createWaitingCalls>;

/** Which extensions wait for somebody else. */
export function createWaitingCalls() {
  const [waiting, asking] = [createCounts(), createCounts()];

  /** @returns ends the wait */
  function begin(extensionId: string, isOfPerson = false): () => void {
    const ends = [waiting.add(extensionId), ...(isOfPerson ? [asking.add(extensionId)] : [])];
    return () => {
      for (const end of ends) end();
    };
  }

  return {
    begin,
    isWaiting: (extensionId: string): boolean => waiting.has(extensionId),
    /** Whether it waits for an answer of the person. */
    isAsking: (extensionId: string): boolean => asking.has(extensionId),
    /** The handlers of one extension, of which those that take as long as others do are noticed. */
    noticed: (extensionId: string, handlers: Readonly<Record<string, CallHandler>>): Record<string, CallHandler> =>
      Object.fromEntries(
        Object.entries(handlers).map(([method, handle]): [string, CallHandler] => {
          if (!isWait(method)) return [method, handle];
          return [
            method,
            async (params, context) => {
              const end = begin(extensionId, ofPerson.has(method));
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

function createCounts() {
  const counts = new Map<string, number>();
  return {
    has: (key: string): boolean => counts.has(key),
    /** @returns takes it back */
    add(key: string): () => void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
