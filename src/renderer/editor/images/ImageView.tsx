import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/contract/errors.ts';
import { formatBytes } from '../../../shared/contract/size-limits.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import styles from './ImageView.module.css';

export interface ImageViewProps {
  readonly path: string;
  /** It is no image, or cannot be read. */
  onFailure(failure: Failure): void;
}

interface Loaded {
  readonly url: string;
  readonly bytes: number;
}

/** An image, as large as there is room; a click shows its own size. Read again when the window gets the focus. */
export default function ImageView({ path, onFailure }: ImageViewProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [isOwnSize, setOwnSize] = useState(false);
  const name = visibleBaseName(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read for another file only
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    const load = async () => {
      const image = await settle(api.documents.image(path));
      if (isGone) return;
      if (!image.ok) return onFailure(image.failure);
      const before = url;
      url = URL.createObjectURL(new Blob([image.value.bytes], { type: image.value.type }));
      setLoaded({ url, bytes: image.value.bytes.length });
      if (before) URL.revokeObjectURL(before);
    };
    void load();
    window.addEventListener('focus', load);
    return () => {
      isGone = true;
      window.removeEventListener('focus', load);
      if (url) URL.revokeObjectURL(url);
    };
  }, [path]);
  if (!loaded) return null;
  const facts = size && `${size.width} × ${size.height}, ${formatBytes(loaded.bytes)}`;
  return (
    <figure className={styles.view}>
      <div className={styles.room} data-own-size={isOwnSize || undefined}>
        <button
          type="button"
          className={styles.switch}
          aria-label={isOwnSize ? 'Fit the image into the window' : 'Show the image in its own size'}
          onClick={() => setOwnSize(!isOwnSize)}
        >
          <img
            src={loaded.url}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={() => onFailure({ code: 'file-binary', message: `“${name}” is no image that can be shown.` })}
          />
        </button>
      </div>
      <figcaption className={styles.facts}>{facts}</figcaption>
    </figure>
  );
}
