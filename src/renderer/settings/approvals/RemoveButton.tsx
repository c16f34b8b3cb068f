import { Trash2 } from 'lucide-react';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { useRest } from '../../base/use-rest.ts';

export interface RemoveButtonProps {
  readonly label: string;
  /** The keys of all rows of the list. While they have just changed, the press was meant for another row. */
  readonly among: readonly (string | number)[];
  onRemove(): void;
}

/** Removes its row. The second press of a double click does not take the row that came into its place. */
export function RemoveButton({ label, among, onRemove }: RemoveButtonProps) {
  const isHeld = !useRest(JSON.stringify(among));
  return (
    <IconButton data-remove label={label} aria-disabled={isHeld} onClick={() => !isHeld && onRemove()}>
      <Trash2 size={16} />
    </IconButton>
  );
}
