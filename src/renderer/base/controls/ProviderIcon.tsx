import { Box } from 'lucide-react';
import type { CSSProperties } from 'react';
import styles from './ProviderIcon.module.css';

export interface ProviderIconProps {
  /** SVG text that main has sanitised; a neutral icon stands for none. */
  readonly icon: string | undefined;
}

/**
 * The icon of a provider, 16 px, in the colour of the text beside it. It is decoration: the provider's name stands
 * there too. As a mask the SVG is an image: nothing of it becomes part of the page.
 */
export function ProviderIcon({ icon }: ProviderIconProps) {
  if (!icon) return <Box size={16} aria-hidden />;
  return <span aria-hidden className={styles.icon} style={{ '--icon': imageOf(icon) } as CSSProperties} />;
}

/** As a value of CSS; what could end the quotes is encoded. */
const imageOf = (svg: string): string => `url("data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}")`;
