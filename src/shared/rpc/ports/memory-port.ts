import type { RpcPort } from './port.ts';

/** Two connected ports in one process. Messages are cloned and delivered asynchronously, as by a real port. */
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
  #early: unknown[] = [];
  #isClosed = false;

  send(message: unknown): void {
    const copy = structuredClone(message);
    if (this.#isClosed) return;
    queueMicrotask(() => this.other?.receive(copy));
  }

  receive(message: unknown): void {
    if (this.#isClosed) return;
    if (this.#messageListener) this.#messageListener(message);
    else this.#early.push(message);
  }

  onMessage(listener: Listener): void {
    this.#messageListener = listener;
    for (const message of this.#early.splice(0)) listener(message);
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
