import { X } from 'lucide-react';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import styles from '../composer/Composer.module.css';
import { describeImage, Thumbnail } from './Thumbnail.tsx';

export interface ComposerImagesProps {
  readonly images: readonly PromptImage[];
  /** Number of images that are still being read. */
  readonly reading: number;
  onRemove(image: PromptImage): void;
}

/** The images attached to the message. */
export function ComposerImages({ images, reading, onRemove }: ComposerImagesProps) {
  if (images.length + reading === 0) return null;
  return (
    <ul className={styles.images} aria-label="Images of the message">
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image has no name of its own, and holds no state
        <li key={index} className={styles.image}>
          <Thumbnail image={image} alt={describeImage(image, index, images.length)} />
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove image ${index + 1}`}
            title="Remove"
            onClick={() => onRemove(image)}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      {Array.from({ length: reading }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
        <li key={`reading-${index}`} className={styles.image} aria-label="An image is being read" />
      ))}
    </ul>
  );
}
