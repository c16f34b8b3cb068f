import { messageSize } from './wire/message-size.ts';
import { Kind, type Message } from './wire/wire.ts';

/**
 * Called for every message in both directions: its kind, its method or stream if that is known, and its estimated size
 * in bytes. Never its content. Must not throw.
 */
export type TrafficListener = (direction: 'in' | 'out', kind: string, name: string | undefined, size: number) => void;

const words: Record<Message[0], string> = {
  [Kind.request]: 'request',
  [Kind.notify]: 'notify',
  [Kind.reply]: 'reply',
  [Kind.error]: 'error',
  [Kind.cancel]: 'cancel',
  [Kind.openStream]: 'open-stream',
  [Kind.chunk]: 'chunk',
  [Kind.credit]: 'credit',
  [Kind.end]: 'end',
};

export const tellOf = (
  direction: 'in' | 'out',
  message: Message,
  name: string | undefined,
  onTraffic: TrafficListener,
): void => onTraffic(direction, words[message[0]], name, messageSize(message));
