import { createContext } from 'react';

/** Where the images of a text come from, by their addresses as written. */
export interface ImageSource {
  /** An address that the page may show, if the image was asked for before; null: it cannot be shown, or did not come yet. */
  known(href: string): string | null;
  /** The same when it has come; null: it cannot be shown. */
  load(href: string): Promise<string | null>;
}

/** null: images are named, and none is loaded. */
export const ImageContext = createContext<ImageSource | null>(null);
