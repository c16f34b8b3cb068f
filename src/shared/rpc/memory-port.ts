import type { RpcPort, TransferablePort } from './port.ts';

/** Two connected ports in one process. Messages are cloned and arrive later, as over a real port. */
export function createMemoryPorts(): [RpcPort, RpcPort] {
  const left = new MemoryPort();
  const right = new MemoryPort();
  left.other = right;
  right.other = left;
  return [left, right];
}

type Listener = Parameters<RpcPort['onMessage']>[0];

class MemoryPort implements RpcPort {
  other: MemoryPort | undefined;
  #messageListener: Listener | undefined;
  #closeListener: (() => void) | undefined;
  #early: Parameters<Listener>[] = [];
  #isClosed = false;

  /** Only memory ports can be handed over on it; they arrive as they are. */
  send(message: unknown, transfer: readonly TransferablePort[] = []): void {
    if (!transfer.every((port) => port instanceof MemoryPort && port !== this)) {
      throw new TypeError('A port in the transfer list could not be handed over');
    }
    const copy = structuredClone(message);
    if (this.#isClosed) return;
    queueMicrotask(() => this.other?.receive(copy, transfer));
  }

  receive(...message: Parameters<Listener>): void {
    if (this.#isClosed) return;
    if (this.#messageListener) this.#messageListener(...message);
    else this.#early.push(message);
  }

  onMessage(listener: Listener): void {
    this.#messageListener = listener;
    for (const message of this.#early.splice(0)) listener(...message);
  }

  onClose(listener: () => void): void {
    this.#closeListener = listener;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    queueMicrotask(() => this.other?.closedByOther());
  }

  closedByOther(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeListener?.();
  }
}
