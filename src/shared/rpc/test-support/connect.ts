import type { MethodTable, StreamTable } from '../handlers.ts';
import { Peer, type PeerOptions } from '../peer.ts';
import type { RpcPort } from '../ports/port.ts';
import { type Batch, isBatch, isMessage, type Message, messagesOf } from '../wire/wire.ts';
import type { PortPair } from './port-pairs.ts';

export type AnyPeer = Peer<MethodTable, StreamTable>;

/** Two connected peers: `asking` calls the methods of `answering`. */
export interface Conversation {
  readonly asking: AnyPeer;
  readonly answering: AnyPeer;
  /** Reports of `onBadMessage` from both sides. */
  readonly dropped: string[];
  /** All messages sent by the answering side. */
  readonly answers: Message[];
  /** Number of port messages from the answering side. */
  batchCount(): number;
}

const open = new Set<{ close(): void }>();

/** For `afterEach`: closes all peers of a test. */
export function closeAll(): void {
  for (const peer of open) peer.close();
  open.clear();
}

export function connect(pair: Pick<PortPair, 'create'>, offered: PeerOptions, asked: PeerOptions = {}): Conversation {
  const [near, far] = pair.create();
  const dropped: string[] = [];
  const answers: Message[] = [];
  let batches = 0;
  const observed: RpcPort = {
    ...wrap(far),
    send(message) {
      far.send(message);
      batches += 1;
      if (isBatch(message)) answers.push(...(messagesOf(message) ?? []).filter(isMessage));
    },
  };
  const onBadMessage = (reason: string) => void dropped.push(reason);
  const answering: AnyPeer = new Peer(observed, { onBadMessage, ...offered });
  const asking: AnyPeer = new Peer(near, { onBadMessage, ...asked });
  open.add(answering).add(asking);
  return { asking, answering, dropped, answers, batchCount: () => batches };
}

/** A batch with its messages unpacked, in whichever form they came. */
const unpacked = (value: unknown): unknown => {
  const messages = isBatch(value) && messagesOf(value);
  return messages ? [...(value as Batch).slice(0, 2), ...messages] : value;
};

/** One peer, and the raw port of the other side for sending invalid messages. */
export function connectBare(pair: Pick<PortPair, 'create'>, options: PeerOptions) {
  const [bare, port] = pair.create();
  const dropped: string[] = [];
  const received: unknown[] = [];
  bare.onMessage((message) => void received.push(unpacked(message)));
  const peer: AnyPeer = new Peer(port, { onBadMessage: (reason) => void dropped.push(reason), ...options });
  open.add(peer).add(bare);
  return { bare, peer, dropped, received };
}

export const wrap = (port: RpcPort): RpcPort => ({
  send: (message) => port.send(message),
  onMessage: (listener) => port.onMessage(listener),
  onClose: (listener) => port.onClose(listener),
  close: () => port.close(),
});

/** A promise that the test resolves, for a handler that waits. */
export const gate = (): { promise: Promise<void>; open(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
};

/** @returns the error of a rejected promise; throws if it resolves */
export const rejection = (promise: Promise<unknown>): Promise<Error & Record<string, unknown>> =>
  promise.then(
    (value) => {
      throw new Error(`Expected a rejection, got ${String(value)}`);
    },
    (error) => error,
  );

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
