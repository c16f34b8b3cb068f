import { useContext, useEffect, useState } from 'react';
import { ImageContext } from './image-source.ts';
import { Link } from './Link.tsx';
import styles from './markdown.module.css';

/** An image where the text has a source of them; elsewhere, and where it cannot be shown, it is named, with a link to it. */
export function Image({ href, label }: { readonly href: string; readonly label: string }) {
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
