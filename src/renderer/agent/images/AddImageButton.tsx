import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../base/controls/IconButton.tsx';

/** Opens the system's file dialog. */
export function AddImageButton({ onAdd }: { onAdd(files: readonly File[]): void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Add images" onClick={() => chooser.current?.click()}>
        <ImagePlus size={16} />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Images to add"
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
