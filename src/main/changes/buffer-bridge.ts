import { randomUUID } from 'node:crypto';
import { within } from '../../shared/bounded.ts';
import type { BufferAnswer, BufferRequest } from '../../shared/contract/change.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Deadlines } from '../deadlines.ts';
import { quote } from '../documents/file-failure.ts';
import { realPathOf } from '../documents/project-border.ts';

/** Asks the window about the documents that are open in it. */
export type BufferBridge = ReturnType<typeof createBufferBridge>;

export interface BufferBridgeDeps {
  publish(event: Extract<MainEvent, { type: 'buffer-request' }>): void;
  openPaths(): readonly string[];
  readonly deadlines: Pick<Deadlines['window'], 'bufferMs' | 'bufferWayMs'>;
}

export function createBufferBridge({ publish, openPaths, deadlines }: BufferBridgeDeps) {
  const { bufferMs, bufferWayMs } = deadlines;
  const waiting = new Map<string, (answer: BufferAnswer) => void>();

  const real = (openPath: string): Promise<string> => realPathOf(openPath).catch(() => openPath);

  async function openDocuments(): Promise<{ openPath: string; path: string }[]> {
    return Promise.all(openPaths().map(async (openPath) => ({ openPath, path: await real(openPath) })));
  }

  return {
    /** The path under which a file is open, which may lead there by a link; null: it is not. @param path links resolved */
    async openAs(path: string) {
      if (openPaths().includes(path)) return path;
      return (await openDocuments()).find((document) => document.path === path)?.openPath ?? null;
    },
    /** The open documents in a directory, by their real paths. */
    async openBelow(directory: string): Promise<readonly { readonly openPath: string; readonly path: string }[]> {
      const documents = await openDocuments();
      return documents.filter(({ path }) => path === directory || isBelow(directory, path));
    },
    /** @throws {FailureError} `timeout` */
    async ask(request: BufferRequest) {
      const requestId = randomUUID();
      const { promise, resolve } = Promise.withResolvers<BufferAnswer>();
      waiting.set(requestId, resolve);
      publish({ type: 'buffer-request', requestId, request, until: Date.now() + bufferMs });
      const late = () => `The editor did not answer what it holds of ${quote(request.path)}. Nothing was changed.`;
      try {
        return await within(promise, bufferMs + bufferWayMs, late);
      } finally {
        waiting.delete(requestId);
      }
    },
    answer: (requestId: string, answer: BufferAnswer) => waiting.get(requestId)?.(answer),
  };
}

/** Whether a path lies in a directory, at any depth. */
export const isBelow = (directory: string, path: string): boolean =>
  path.length > directory.length && path.startsWith(directory) && /[/\\]/.test(path[directory.length] ?? '');
