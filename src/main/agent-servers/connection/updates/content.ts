import { z } from 'zod/mini';
import { imageFacts, imageReference, nameOfImage } from '../../../../shared/content/agent-images.ts';
import type { AgentImage } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { cut, fields, leaveOut, limits, oneLine, readAs } from './fields.ts';
import { readImage, type ShownImage } from './images.ts';

const blockSchema = z.object({
  type: z.string(),
  text: fields.text,
  name: fields.text,
  title: fields.text,
  uri: fields.text,
  data: fields.text,
  mimeType: fields.text,
  resource: fields.of(z.object({ uri: fields.text, text: fields.text, blob: fields.text, mimeType: fields.text })),
});

/** What a content block of the protocol comes to: Markdown, or an image. None for what has neither. */
export function readBlock(value: unknown): readonly (string | ShownImage)[] {
  const block = readAs(blockSchema, value);
  switch (block?.type) {
    case 'text':
      return [cut(block.text ?? '', limits.text)];
    case 'image': {
      const image = readImage(block);
      // Where one that is not shown would be is all that there is of it; nothing is fetched from there.
      return typeof image === 'string' && block.uri ? [`${image} `, link(block.uri, block.uri)] : [image];
    }
    case 'resource': {
      leaveOut();
      const { uri, blob, mimeType } = block.resource ?? {};
      const named = link(uri, uri);
      return blob && mimeType?.startsWith('image/') ? [named, readImage({ data: blob, mimeType, uri })] : [named];
    }
  }
  // Of anything else this is a name at most.
  leaveOut();
  switch (block?.type) {
    case 'audio':
      return ['*(A sound, which is not played here.)*'];
    case 'resource_link':
      return [link(block.title || block.name || block.uri, block.uri)];
    default:
      return [];
  }
}

/** A content block where no images are shown, as Markdown. @returns "" for what has no text */
export const textOfBlock = (value: unknown): string =>
  readBlock(value)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      leaveOut();
      return `*(${nameOfImage(piece.name, imageFacts(piece.image))})*`;
    })
    .join('');

export const textOfBlocks = (blocks: readonly unknown[]): string => cut(blocks.map(textOfBlock).join(''), limits.text);

/** Content blocks as the text of a message, and the images that it names. */
export function readMessage(blocks: readonly unknown[]): { readonly text: string; readonly images?: AgentImage[] } {
  const images: AgentImage[] = [];
  const words = blocks.flatMap(readBlock).map((piece) => {
    if (typeof piece === 'string') return piece;
    images.push(piece.image);
    return imageReference(piece.image, piece.name);
  });
  return { text: cut(words.join(''), limits.text), ...(images.length > 0 && { images }) };
}

function link(name: string | null | undefined, uri: string | null | undefined): string {
  const label = oneLine(name ?? '', limits.name).replace(/[[\]\\]/g, '\\$&');
  // Nobody could see where a longer one leads.
  return uri && uri.length <= limits.path ? `[${label}](<${uri.replace(/[<>\s]/g, encodeURIComponent)}>)` : label;
}
