import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import { Button } from '../../base/controls/Button.tsx';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import styles from '../messages/Messages.module.css';
import { Thumbnail } from './Thumbnail.tsx';

export interface LargeImageProps {
  readonly image: PromptImage;
  readonly title: string;
  onClose(): void;
}

/** An image as large as the window permits. */
export function LargeImage({ image, title, onClose }: LargeImageProps) {
  return (
    <Dialog title={title} width={Math.max(image.width + 34, 280)} onCancel={onClose} closesOutside>
      <Thumbnail image={image} alt="" className={styles.large} />
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
