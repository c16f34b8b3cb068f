import {
  type AppCommand,
  appCommands,
  commandTable,
  type KeyBinding,
  keysOf,
} from '../../../shared/contract/app-commands.ts';
import { raise } from '../../bridge.ts';
import { isMac } from '../environment.ts';
import { formatKey } from './keys.ts';
import { partSelectors } from './window-parts.ts';

/** Asks for a command: raises an event, so that every part that answers to it hears of it. */
export const requestCommand = (command: AppCommand): void => raise({ type: 'command', command });

const keysHere = (command: AppCommand): readonly KeyBinding[] => keysOf(commandTable[command], isMac);

/** The first key of a command as the platform writes it; undefined without one. */
export function keyOf(command: AppCommand): string | undefined {
  const [key] = keysHere(command);
  return key && formatKey(key, isMac);
}

/**
 * The command that a key means where the keyboard is: one of that part of the window comes before one of all of it.
 * @param isPressed whether it is this key
 */
export function commandAt(target: EventTarget | null, isPressed: (key: KeyBinding) => boolean): AppCommand | undefined {
  const isHere = (name: AppCommand) => {
    const { within } = commandTable[name];
    return within !== undefined && target instanceof Element && target.closest(partSelectors[within]) !== null;
  };
  const meant = appCommands.filter((name) => keysHere(name).some(isPressed));
  return meant.find(isHere) ?? meant.find((name) => commandTable[name].within === undefined);
}

/** As `keyOf`, but only a key that means the command where the keyboard is. */
export function keyAt(command: AppCommand, target: EventTarget | null): string | undefined {
  const key = keysHere(command).find((one) => commandAt(target, (other) => other === one) === command);
  return key && formatKey(key, isMac);
}
