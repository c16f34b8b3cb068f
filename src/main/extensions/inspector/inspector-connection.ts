import type { Duplex } from 'node:stream';
import { type InspectorOrder, inspectorMessageSchema } from '../../../shared/extensions/inspector-message.ts';
import type { InspectorSession } from '../hosts/host-process.ts';
import { splitLines } from '../hosts/process/line-splitter.ts';

/** Characters of an answer; a profile of five seconds has a few million at most. */
const maxAnswer = 64 * 1024 * 1024;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Session {
  readonly pending: Map<number, Pending>;
  readonly listeners: Map<string, Set<(params: unknown) => void>>;
}

/** Main's end of a host's inspector: sessions multiplexed over one stream (inspector-message.ts). */
export class InspectorConnection {
  readonly #stream: Duplex;
  readonly #sessions = new Map<number, Session>();
  #lastSession = 0;

  constructor(stream: Duplex) {
    this.#stream = stream;
    splitLines(stream, (line) => this.#receive(line), maxAnswer);
    stream.on('error', () => undefined);
    stream.once('close', () => this.#end());
  }

  open(): InspectorSession {
    this.#lastSession += 1;
    const id = this.#lastSession;
    const session: Session = { pending: new Map(), listeners: new Map() };
    this.#sessions.set(id, session);
    let lastOrder = 0;
    return {
      send: (method, params) => {
        if (this.#stream.destroyed || !this.#sessions.has(id)) return Promise.reject(closed(method));
        lastOrder += 1;
        const order = lastOrder;
        return new Promise((resolve, reject) => {
          session.pending.set(order, { resolve, reject });
          this.#send({ session: id, id: order, method, ...(params && { params }) });
        });
      },
      on(event, listener) {
        session.listeners.set(event, (session.listeners.get(event) ?? new Set()).add(listener));
      },
      close: () => {
        if (!this.#sessions.delete(id)) return;
        settle(session);
        if (!this.#stream.destroyed) this.#send({ session: id, close: true });
      },
    };
  }

  close(): void {
    this.#stream.destroy();
    this.#end();
  }

  #send(order: InspectorOrder): void {
    this.#stream.write(`${JSON.stringify(order)}\n`);
  }

  #end(): void {
    for (const session of this.#sessions.values()) settle(session);
    this.#sessions.clear();
  }

  #receive(line: string): void {
    const message = inspectorMessageSchema.safeParse(parse(line));
    // Not trustworthy: extensions run in the process of the sending thread. Invalid messages are dropped.
    if (!message.success) return;
    const { data } = message;
    const session = this.#sessions.get(data.session);
    if (!session) return;
    if ('method' in data) {
      for (const listener of session.listeners.get(data.method) ?? []) listener(data.params);
      return;
    }
    const pending = session.pending.get(data.id);
    session.pending.delete(data.id);
    if ('error' in data) pending?.reject(new Error(data.error));
    else pending?.resolve(data.result);
  }
}

function settle({ pending }: Session): void {
  for (const { reject } of pending.values()) reject(closed('An order'));
  pending.clear();
}

const closed = (method: string) =>
  new Error(`${method} had no answer: the session with the host's inspector is closed`);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
