import { sizeOf } from '../../../worker/message-size.ts';

/** @returns what a message with this value would have too much of; null if it can be sent */
export function tooLarge(value: unknown, messageBytes: number): string | null {
  return sizeOf(value, messageBytes) > messageBytes
    ? `it has more than ${messageBytes >> 20} MB, the most of one message`
    : null;
}
