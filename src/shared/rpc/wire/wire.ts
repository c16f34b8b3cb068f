/**
 * The messages of the RPC. One port message is a batch: `[sequence, acknowledged, ...messages]`, or if JSON can
 * represent all of them, `[sequence, acknowledged, text]` with the text of a JSON array, in which consecutive events
 * of one method are merged into `[kind, method, ...params]`, which takes half the time to read. `sequence` counts
 * batches that want an acknowledgement (0: none wanted); `acknowledged` is the highest sequence whose messages have
 * been handled, as far as their synchronous part goes. Acknowledgements travel with other batches if there are any,
 * and alone when `maxOwed` is reached.
 */
export const Kind = {
  request: 0,
  notify: 1,
  reply: 2,
  error: 3,
  cancel: 4,
  openStream: 5,
  chunk: 6,
  credit: 7,
  end: 8,
} as const;

export type Message =
  | [kind: typeof Kind.request, id: number, method: string, params: unknown]
  | [kind: typeof Kind.notify, method: string, params: unknown]
  | [kind: typeof Kind.reply, id: number, result: unknown]
  /** Ends a call or a stream with an error (`WireError`). */
  | [kind: typeof Kind.error, id: number, error: unknown]
  | [kind: typeof Kind.cancel, id: number]
  /** `credit`: number of items in flight before the receiver grants more. */
  | [kind: typeof Kind.openStream, id: number, stream: string, params: unknown, credit: number]
  /**
   * Without items: the limit of bytes in flight is reached, so that the sender waits for credit although it has some.
   */
  | [kind: typeof Kind.chunk, id: number, items: unknown[]]
  | [kind: typeof Kind.credit, id: number, items: number]
  | [kind: typeof Kind.end, id: number];

export type Batch = [sequence: number, acknowledged: number, ...messages: unknown[]];

/** Limit in characters, as the other side parses a text at once; a sender stays well below. */
export const longestText = 1024 * 1024;

/** @returns the messages of a batch; null: too many, or no list of messages */
export function messagesOf(batch: Batch): readonly unknown[] | null {
  const [, , text] = batch;
  if (batch.length - 2 > maxInBatch) return null;
  if (typeof text !== 'string') return batch.slice(2);
  const said = readText(text);
  return said && apart(said);
}

function readText(text: string): unknown[] | null {
  if (text.length > longestText) return null;
  try {
    const said: unknown = JSON.parse(text);
    return Array.isArray(said) ? said : null;
  } catch {
    return null;
  }
}

/** @returns the messages with merged events split; null: too many */
function apart(said: readonly unknown[]): unknown[] | null {
  const messages: unknown[] = [];
  for (const message of said) {
    const isRun = Array.isArray(message) && message[0] === Kind.notify && message.length > 3;
    if (messages.length + (isRun ? message.length - 2 : 1) > maxInBatch) return null;
    if (!isRun) messages.push(message);
    else
      for (let index = 2; index < message.length; index += 1) messages.push([Kind.notify, message[1], message[index]]);
  }
  return messages;
}

/**
 * Limit for messages in a batch, which is then sent at once: the other side can begin, and the port's cost is shared
 * by many.
 */
export const maxInBatch = 512;

/**
 * Limits for data in flight that the other side has not acknowledged. A limited side waits at them, so that a slow
 * receiver does no harm; a side that exceeds them does so on purpose.
 */
export interface SendWindow {
  /** Unanswered calls; the other side refuses many more. */
  readonly calls: number;
  readonly batches: number;
  /** Estimate; the sender waits once it is reached, so that one batch may exceed it. */
  readonly bytes: number;
  /** Size of one message; larger ones are refused by the sender. The receiver reads each message at once. */
  readonly messageBytes: number;
}

/** Limits for owed acknowledgements; far below any window, or both sides would wait for each other. */
export const maxOwed = {
  batches: 8,
  bytes: 64 * 1024,
  /** Milliseconds, for a batch with a request. Nobody waits for the acknowledgement of others. */
  ms: 4,
} as const;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const isBatch = (value: unknown): value is Batch =>
  Array.isArray(value) && value.length >= 2 && isCount(value[0]) && isCount(value[1]);

export const asksForAcknowledgement = (message: Message): boolean =>
  message[0] === Kind.request || message[0] === Kind.notify || message[0] === Kind.openStream;

/** @returns the id of a malformed request, under which its sender waits for an answer */
export function idOfMalformed(value: unknown): number | undefined {
  if (!Array.isArray(value) || (value[0] !== Kind.request && value[0] !== Kind.openStream)) return undefined;
  return isCount(value[1]) ? value[1] : undefined;
}

/** Validates the shape of a received message. */
export function isMessage(value: unknown): value is Message {
  if (!Array.isArray(value)) return false;
  switch (value[0]) {
    case Kind.request:
      return value.length === 4 && isCount(value[1]) && typeof value[2] === 'string';
    case Kind.notify:
      return value.length === 3 && typeof value[1] === 'string';
    case Kind.reply:
    case Kind.error:
      return value.length === 3 && isCount(value[1]);
    case Kind.cancel:
    case Kind.end:
      return value.length === 2 && isCount(value[1]);
    case Kind.openStream:
      return value.length === 5 && isCount(value[1]) && typeof value[2] === 'string' && isCount(value[4]);
    case Kind.chunk:
      return value.length === 3 && isCount(value[1]) && Array.isArray(value[2]);
    case Kind.credit:
      return value.length === 3 && isCount(value[1]) && isCount(value[2]);
    default:
      return false;
  }
}
