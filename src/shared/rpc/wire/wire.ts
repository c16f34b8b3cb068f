/**
 * The messages of the RPC. One port message is a batch: `[sequence, acknowledged, ...messages]`, or where JSON says all of
 * them `[sequence, acknowledged, text]` with the text of a JSON array of them, in which events of one method that follow
 * each other are one: `[kind, method, ...params]`. Alike and side by side they are read in half the time. `sequence` counts
 * batches that want an acknowledgement (0: none wanted); `acknowledged` is the highest sequence whose messages have
 * been handled as far as their synchronous part goes. Acknowledgements ride on other batches where there are any, and go
 * alone when `maxOwed` is reached.
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
  /** `credit`: how many items may be under way before the receiver grants more. */
  | [kind: typeof Kind.openStream, id: number, stream: string, params: unknown, credit: number]
  /** Without items: so many bytes are under way that the sender waits for credit although it has some. */
  | [kind: typeof Kind.chunk, id: number, items: unknown[]]
  | [kind: typeof Kind.credit, id: number, items: number]
  | [kind: typeof Kind.end, id: number];

export type Batch = [sequence: number, acknowledged: number, ...messages: unknown[]];

/** The other side reads a text in one go, so that it may not be long. Characters, about; a sender keeps well below. */
export const longestText = 1024 * 1024;

/** @returns what a batch holds; null: too much, or no list of messages */
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

/** @returns each event for itself; null: too much */
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

/** Messages. A batch of so many goes at once: the other side can begin, and the cost of a port message is spread thin. */
export const maxInBatch = 512;

/**
 * How much may be under way that the other side has not acknowledged. A side that is held to it waits with the rest, so
 * the other side's slowness is its own; one that goes beyond does so on purpose.
 */
export interface SendWindow {
  /** Calls that the other side has not answered; it refuses many more. */
  readonly calls: number;
  readonly batches: number;
  /** About; with so many the sender waits, so that one batch may go beyond. */
  readonly bytes: number;
  /** Of one message; larger ones are refused where they are sent. The reader of a port reads each in one go. */
  readonly messageBytes: number;
}

/** What may be owed; far less than any window, or both sides would wait for each other. */
export const maxOwed = {
  batches: 8,
  bytes: 64 * 1024,
  /** Milliseconds, of a batch that asks for something. Of one that asks for nothing nobody waits for it. */
  ms: 4,
} as const;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const isBatch = (value: unknown): value is Batch =>
  Array.isArray(value) && value.length >= 2 && isCount(value[0]) && isCount(value[1]);

export const asksForAcknowledgement = (message: Message): boolean =>
  message[0] === Kind.request || message[0] === Kind.notify || message[0] === Kind.openStream;

/** @returns the id under which the sender of something that is nearly a request waits for an answer */
export function idOfMalformed(value: unknown): number | undefined {
  if (!Array.isArray(value) || (value[0] !== Kind.request && value[0] !== Kind.openStream)) return undefined;
  return isCount(value[1]) ? value[1] : undefined;
}

/** Whatever came over the port is a message only when this says so. */
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
