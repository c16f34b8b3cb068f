import { useMemo } from 'react';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import { commandOf } from '../../../shared/keys/keybinding.ts';
import { type CommandId, type Keymap, keymapOf, withKeys } from '../../../shared/keys/keymap.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { isMac } from '../../base/environment.ts';
import { formatFailure } from '../../base/format-failure.ts';
import { useSettings } from '../../base/settings-store.ts';
import { changeSettings } from '../change-settings.ts';
import { type CommandRow, commandRows } from './command-rows.ts';

/** The commands with their present keys, and how these would be with others. */
export interface CommandKeys {
  readonly rows: readonly CommandRow[];
  readonly keymap: Keymap;
  isChanged(command: CommandId): boolean;
  titleOf(command: string): string;
  /** The keymap if a command had these keys. */
  preview(command: CommandId, keys: readonly KeyBinding[]): Keymap;
  /** @param keys null: the default ones. @returns why nothing was changed */
  set(command: CommandId, keys: readonly KeyBinding[] | null): Promise<string | null>;
}

export function useCommandKeys(): CommandKeys {
  const keybindings = useSettings(({ settings }) => settings.keybindings);
  const contributed = useContributions(({ commands }) => commands);
  return useMemo(() => {
    const rows = commandRows(contributed, keybindings);
    const titles = new Map<string, string>(rows.map(({ id, title }) => [id, title]));
    const changed = new Set(keybindings.map(commandOf));
    return {
      rows,
      keymap: keymapOf(keybindings, isMac),
      isChanged: (command) => changed.has(command),
      titleOf: (command) => titles.get(command) ?? command,
      preview: (command, keys) => keymapOf(withKeys(keybindings, command, keys, isMac), isMac),
      async set(command, keys) {
        const failure = await changeSettings({ keybindings: withKeys(keybindings, command, keys, isMac) });
        return failure && formatFailure(failure);
      },
    };
  }, [keybindings, contributed]);
}
