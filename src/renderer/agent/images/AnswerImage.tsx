import { memo, useContext, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { nameOfImage } from '../../../shared/content/agent-images.ts';
import type { AgentImage } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { AnswerImagesContext } from '../markdown/answer-images.ts';
import styles from './answer-image.module.css';
import { isWhole, shownSize } from './image-format.ts';
import { LargeImage } from './LargeImage.tsx';

export interface AnswerImageProps {
  readonly id: string;
  /** Of its file; "": it has none. */
  readonly name: string;
  /** Its type and size. */
  readonly facts: string;
}

/** An image that an answer names. Where it is not there, or damaged, a line says what it is. */
export function AnswerImage({ id, name, facts }: AnswerImageProps) {
  const { by, byId } = useContext(AnswerImagesContext);
  const image = byId.get(id);
  const named = nameOfImage(visibleText(name), facts);
  if (!image) return <Line>{named}</Line>;
  if (!hasData(image)) return <Line>{`${named}. It is not kept, as this answer has many.`}</Line>;
  return <Picture image={image} alt={visibleText(name) || `Image from ${by}`} named={named} />;
}

type WithData = AgentImage & PromptImage;
const hasData = (image: AgentImage): image is WithData => image.data !== undefined;

interface PictureProps {
  readonly image: WithData;
  readonly alt: string;
  readonly named: string;
}

/** Its place is kept before it is decoded. Memoised, as its data URL is long. */
const Picture = memo(function Picture({ image, alt, named }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const { width, height } = shownSize(image);
  useEffect(() => {
    let isWanted = true;
    void isWhole(image).then((whole) => isWanted && setBroken(!whole));
    return () => {
      isWanted = false;
    };
  }, [image]);
  if (isBroken) return <Line>{`${named}. It is damaged.`}</Line>;
  return (
    <>
      <button type="button" className={styles.enlarge} title="Show it large" onClick={() => setLarge(true)}>
        <img
          className={styles.picture}
          src={`data:${image.mediaType};base64,${image.data}`}
          width={width}
          height={height}
          alt={alt}
          decoding="async"
          draggable={false}
        />
      </button>
      {/* It may stand within a paragraph, which has no dialogs. */}
      {isLarge &&
        createPortal(
          <LargeImage
            image={image}
            title={`${alt}, ${image.width} × ${image.height}`}
            onClose={() => setLarge(false)}
          />,
          document.body,
        )}
    </>
  );
});

/** No search of the thread finds it: it has no text where it can be shown. */
const Line = ({ children }: { readonly children: React.ReactNode }) => (
  <span className={styles.line} data-unsearched>
    {children}
  </span>
);
