import { memo } from 'react';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import styles from '../messages/Messages.module.css';

export interface ThumbnailProps {
  readonly image: PromptImage;
  readonly alt: string;
  readonly className?: string | undefined;
}

/** An image that a person added. Memoised, as its data URL is long. */
export const Thumbnail = memo(function Thumbnail({ image, alt, className = styles.thumbnail }: ThumbnailProps) {
  return (
    <img
      className={className}
      src={`data:${image.mediaType};base64,${image.data}`}
      width={image.width}
      height={image.height}
      alt={alt}
      draggable={false}
    />
  );
});

/** Images have no description: place and size tell them apart. */
export const describeImage = ({ width, height }: PromptImage, index: number, count: number): string =>
  `Image ${count > 1 ? `${index + 1} of ${count}, ` : ''}${width} × ${height} pixels`;
