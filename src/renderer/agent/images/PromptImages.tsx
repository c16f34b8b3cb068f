import { useState } from 'react';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import styles from '../messages/Messages.module.css';
import { LargeImage } from './LargeImage.tsx';
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
      {large && <LargeImage image={large} title={describeImage(large, shown ?? 0, images.length)} onClose={close} />}
    </>
  );
}
