import type { AgentImage } from '../contract/agent-servers/agent-item.ts';
import { formatBytes } from '../contract/size-limits.ts';

/**
 * Where the images of an agent stand in its words: as an image of Markdown whose address is the id of a record in the same
 * answer. So words and images have one order, and what merges words merges both.
 */

const scheme = 'agent-image:';
// A name has no bracket, so that each of many is read once.
const reference = /!\[([^[\]\\]*)\]\(agent-image:([0-9a-f]{32}) "([^"]*)"\)/g;

/** How an image is named in a message. @param name of its file; "": it has none */
export const imageReference = (image: AgentImage, name: string): string =>
  `\n\n![${name}](${scheme}${image.id} "${imageFacts(image)}")\n\n`;

/** A name that can stand there. */
export const imageName = (line: string): string => line.replace(/[[\]\\`"]/g, '');

/** Such as "PNG, 640 × 480, 12 KB". */
export const imageFacts = ({ mediaType, width, height, bytes }: Omit<AgentImage, 'id' | 'data'>): string =>
  `${mediaType.replace('image/', '').toUpperCase()}, ${width} × ${height}, ${formatBytes(bytes)}`;

/** @returns null: it is another address */
export const imageIdOf = (href: string): string | null => (href.startsWith(scheme) ? href.slice(scheme.length) : null);

/** The ids of the images that a text has. */
export const imageIdsIn = (text: string): string[] =>
  text.includes(scheme) ? Array.from(text.matchAll(reference), ([, , id = '']) => id) : [];

/** A text for whom its images are not shown to: named where they stand. */
export const withImagesNamed = (text: string): string =>
  text.includes(scheme)
    ? text.replace(reference, (_, name: string, _id, facts: string) => `[${nameOfImage(name, facts)}]`)
    : text;

export const nameOfImage = (name: string, facts: string): string =>
  `Image: ${[name, facts].filter((part) => part !== '').join(', ')}`;

const sizes = /(\d+) × (\d+),/;
/** The widths and heights of the images that a text has, without looking for them. */
export const imageSizesIn = (text: string): { readonly width: number; readonly height: number }[] =>
  text.includes(scheme)
    ? Array.from(text.matchAll(reference), ([, , , facts = '']) => {
        const [, width, height] = sizes.exec(facts) ?? [];
        return { width: Number(width), height: Number(height) };
      }).filter(({ width, height }) => width > 0 && height > 0)
    : [];
