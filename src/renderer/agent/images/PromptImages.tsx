import { useState } from 'react';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import { Button } from '../../base/controls/Button.tsx';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import styles from '../messages/Messages.module.css';
import { describeImage, Thumbnail } from './Thumbnail.tsx';

/** Thumbnails of a prompt's images; a click shows one as large as the window permits. */
export function PromptImages({ images }: { readonly images: readonly PromptImage[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const close = () => setShown(null);
  const large = shown === null ? undefined : images[shown];
  return (
    <>
      <ul className={styles.images} aria-label="Images of the prompt">
        {images.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the images of a prompt stay what they are
          <li key={index}>
            <button type="button" className={styles.enlarge} title="Show it large" onClick={() => setShown(index)}>
              <Thumbnail image={image} alt={describeImage(image, index, images.length)} />
            </button>
          </li>
        ))}
      </ul>
      {large && (
        <Dialog
          title={describeImage(large, shown ?? 0, images.length)}
          width={Math.max(large.width + 34, 280)}
          onCancel={close}
          closesOutside
        >
          <Thumbnail image={large} alt="" className={styles.large} />
          <DialogActions>
            <Button data-autofocus onClick={close}>
              Close
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
