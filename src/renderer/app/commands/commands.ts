import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import { raise } from '../../bridge.ts';
import { isMac } from '../environment.ts';
import { type Command, commands } from './command-table.ts';
import { formatKey, type KeyBinding } from './keys.ts';

/** Asks for a command: raises an event, so that every part that answers to it hears of it. */
export const requestCommand = (command: AppCommand): void => raise({ type: 'command', command });

/** The keys of a command on this platform. */
export const keysOf = ({ keys, macKeys }: Command): readonly KeyBinding[] => (isMac ? (macKeys ?? keys) : keys);

/** The first key of a command as the platform writes it; undefined without one. */
export function keyOf(command: AppCommand): string | undefined {
  const [key] = keysOf(commands[command]);
  return key && formatKey(key, isMac);
}
