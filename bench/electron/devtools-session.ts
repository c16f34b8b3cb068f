/** A session with a page over Chromium's own protocol, with nothing attached that was not asked for. */
export interface DevtoolsSession {
  send<T>(method: string, params?: object): Promise<T>;
  /** Evaluates an expression, and what it promises. @throws when it throws */
  evaluate<T>(expression: string): Promise<T>;
  /** Hears the events of a method. */
  on<T>(method: string, listener: (params: T) => void): void;
  close(): void;
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface SessionTarget {
  /** `node` for the main process, by the address of its own inspector. */
  readonly type?: 'page' | 'node';
  /** What the address begins with; the first such target is meant. */
  readonly scheme?: string;
}

/** @param endpoint the `ws:` address that was printed */
export async function openSession(
  endpoint: string,
  { type: wanted = 'page', scheme = '' }: SessionTarget = {},
): Promise<DevtoolsSession> {
  const targets = (await (await fetch(`http://${new URL(endpoint).host}/json/list`)).json()) as {
    type: string;
    url: string;
    webSocketDebuggerUrl: string;
  }[];
  const page = targets.find(({ type, url }) => type === wanted && url.startsWith(scheme));
  if (!page) throw new Error('there is no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, ((params: unknown) => void)[]>();
  let count = 0;
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`${page.webSocketDebuggerUrl} did not answer`));
  });
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Answer;
    if (method !== undefined) for (const listener of listeners.get(method) ?? []) listener(params);
    const call = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the page is gone'));
  };
  const send = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    send,
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await send<{ result: { value: T }; exceptionDetails?: object }>(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
      );
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    on: (method, listener) =>
      void listeners.set(method, [...(listeners.get(method) ?? []), listener as (params: unknown) => void]),
    close: () => socket.close(),
  };
}
