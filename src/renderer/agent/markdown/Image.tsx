import { useContext, useEffect, useState } from 'react';
import { imageIdOf } from '../../../shared/content/agent-images.ts';
import { AnswerImage } from '../images/AnswerImage.tsx';
import { ImageContext } from './image-source.ts';
import { Link } from './Link.tsx';
import styles from './markdown.module.css';

export interface ImageProps {
  readonly href: string;
  readonly label: string;
  readonly title: string;
}

/** An image of the answer, or of elsewhere. */
export function Image({ href, label, title }: ImageProps) {
  const id = imageIdOf(href);
  return id === null ? <LinkedImage href={href} label={label} /> : <AnswerImage id={id} name={label} facts={title} />;
}

/** Where the text has a source of images, it is shown; elsewhere, and where it cannot be, it is named, with a link to it. */
function LinkedImage({ href, label }: Omit<ImageProps, 'title'>) {
  const source = useContext(ImageContext);
  const [address, setAddress] = useState(() => source?.known(href) ?? null);
  useEffect(() => {
    let isWanted = true;
    void source?.load(href).then((loaded) => isWanted && setAddress(loaded));
    return () => {
      isWanted = false;
    };
  }, [source, href]);
  if (address !== null)
    return <img className={styles.picture} src={address} alt={label} onError={() => setAddress(null)} />;
  return (
    <span className={styles.image}>
      image: {label || 'no description'} (
      <Link href={href} label="">
        {href}
      </Link>
      )
    </span>
  );
}
