import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import type { Keybinding } from '../../../shared/keys/keybinding.ts';
import { type CommandId, type Keymap, keymapOf, workingKeysIn } from '../../../shared/keys/keymap.ts';
import { raise } from '../../bridge.ts';
import { isMac } from '../environment.ts';
import { useSettings } from '../settings-store.ts';
import { formatKey } from './keys.ts';
import { partSelectors } from './window-parts.ts';

/** Asks for a command: raises an event, so that every part that answers to it hears of it. */
export const requestCommand = (command: AppCommand): void => raise({ type: 'command', command });

let made: { readonly of: readonly Keybinding[]; readonly keymap: Keymap } | undefined;

/** The keymap of the settings as they are now. */
function keymapNow(): Keymap {
  const of = useSettings.getState().settings.keybindings;
  if (made?.of !== of) made = { of, keymap: keymapOf(of, isMac) };
  return made.keymap;
}

/** The first key that means a command, as the platform writes it; undefined without one. */
export function keyOf(command: CommandId): string | undefined {
  const [key] = workingKeysIn(keymapNow(), command);
  return key && formatKey(key, isMac);
}

/** As `keyOf`, for a component that stays while keys change. */
export function useKeyOf(): typeof keyOf {
  useSettings(({ settings }) => settings.keybindings);
  return keyOf;
}

/**
 * The command that a key means where the keyboard is: one of that part of the window comes before one of all of it.
 * @param pressed as `readKey` gives it
 */
export function commandAt(target: EventTarget | null, pressed: KeyBinding): CommandId | undefined {
  const meant = keymapNow().filter(({ key }) => key === pressed);
  const here = meant.find(
    ({ within }) => within !== undefined && target instanceof Element && target.closest(partSelectors[within]) !== null,
  );
  return (here ?? meant.find(({ within }) => within === undefined))?.command;
}

/** As `keyOf`, but only a key that means the command where the keyboard is. */
export function keyAt(command: CommandId, target: EventTarget | null): string | undefined {
  const key = workingKeysIn(keymapNow(), command).find((one) => commandAt(target, one) === command);
  return key && formatKey(key, isMac);
}
