import { CommandKeyRow } from './CommandKeyRow.tsx';
import type { CommandRow } from './command-rows.ts';
import type { CommandKeys } from './use-command-keys.ts';

export interface CommandListProps {
  readonly rows: readonly CommandRow[];
  readonly commandKeys: CommandKeys;
}

export const CommandList = ({ rows, commandKeys }: CommandListProps) => (
  <ul>
    {rows.map((row) => (
      <CommandKeyRow key={row.id} row={row} commandKeys={commandKeys} />
    ))}
  </ul>
);
