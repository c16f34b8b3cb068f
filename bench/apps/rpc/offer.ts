import type { MessagePortMain } from 'electron';
import * as z from 'zod/mini';

/** Methods of the answering process for each contender: enough for the four questions of the bench. */
export interface Offer {
  add(params: { path: string; count: number }): number;
  /** An event; nothing is answered. */
  tell(event: SmallEvent): void;
  /** Number of events received so far. */
  told(): number;
  size(bytes: Uint8Array): number;
}

export interface SmallEvent {
  readonly type: 'progress';
  readonly step: number;
  readonly text: string;
}

/** The asking side of one contender on one port. */
export interface Asker {
  add(params: { path: string; count: number }): Promise<number>;
  tell(event: SmallEvent): void;
  told(): Promise<number>;
  size(bytes: Uint8Array): Promise<number>;
}

/** A way to talk over a port. Each gets a port of its own between the same two processes. */
export interface Contender {
  ask(port: MessagePortMain): Asker;
  answer(port: MessagePortMain, offer: Offer): void;
}

export function createOffer(): Offer {
  let events = 0;
  return {
    add: ({ count }) => count + 1,
    tell() {
      events += 1;
    },
    told: () => events,
    size: (bytes) => bytes.byteLength,
  };
}

/** Schemas that ours checks before a handler is called; the others check nothing. */
export const schemas = {
  add: z.strictObject({ path: z.string().check(z.maxLength(4096)), count: z.number() }),
  tell: z.strictObject({ type: z.literal('progress'), step: z.number(), text: z.string() }),
  told: z.null(),
  size: z.instanceof(Uint8Array),
};
