import type { WebContents } from 'electron';
import type { InspectorSession } from '../hosts/host-process.ts';

type Listener = (method: string, params: unknown) => void;

/**
 * The inspector of the worker in a page. Commands reach a worker in a busy loop too, except those that evaluate
 * something. Electron gives a page one debugger, which all sessions share and which stays attached, as a worker in a
 * busy loop would not accept a second one.
 * @param attachMs limit for the page to report its worker
 */
export function createWorkerInspector(contents: WebContents, attachMs: number): () => Promise<InspectorSession> {
  const listeners = new Set<Listener>();
  /** The domains that sessions have enabled, until the last session closes. */
  const enabled = new Set<string>();
  let attached: Promise<string> | undefined;

  const attach = async (): Promise<string> => {
    contents.debugger.attach('1.3');
    const found = nextWorker(contents, attachMs);
    await contents.debugger.sendCommand('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
    });
    const own = await found;
    contents.debugger.on('message', (_event, method: string, params: unknown, session?: string) => {
      if (session === own) for (const listener of listeners) listener(method, params);
    });
    return own;
  };

  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const [domain = '', name] = method.split('.');
    if (name === 'enable') enabled.add(domain);
    return await contents.debugger.sendCommand(method, params, await attached);
  };

  return async () => {
    attached ??= attach();
    try {
      await attached;
    } catch (error) {
      attached = undefined;
      if (!contents.isDestroyed() && contents.debugger.isAttached()) contents.debugger.detach();
      throw error;
    }
    const own: { readonly event: string; listener(params: unknown): void }[] = [];
    const tell: Listener = (method, params) => {
      for (const { event, listener } of own) if (event === method) listener(params);
    };
    listeners.add(tell);
    return {
      send,
      on: (event, listener) => void own.push({ event, listener }),
      close() {
        if (!listeners.delete(tell) || listeners.size > 0 || contents.isDestroyed()) return;
        for (const domain of enabled) send(`${domain}.disable`).catch(() => undefined);
        enabled.clear();
      },
    };
  };
}

/** @returns the session id of the first worker that the page reports */
function nextWorker(contents: WebContents, attachMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (_event: unknown, method: string, params: { sessionId: string; targetInfo: { type: string } }) => {
      if (method !== 'Target.attachedToTarget' || params.targetInfo.type !== 'worker') return;
      clearTimeout(timer);
      contents.debugger.off('message', look);
      resolve(params.sessionId);
    };
    const timer = setTimeout(() => {
      contents.debugger.off('message', look);
      reject(new Error('The inspector found no worker in the page of the extension host'));
    }, attachMs);
    contents.debugger.on('message', look);
  });
}
