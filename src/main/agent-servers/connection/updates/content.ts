import { z } from 'zod/mini';
import { cut, fields, leaveOut, limits, oneLine, readAs } from './fields.ts';

const blockSchema = z.object({
  type: z.string(),
  text: fields.text,
  name: fields.text,
  title: fields.text,
  uri: fields.text,
  resource: fields.of(z.object({ uri: fields.text, text: fields.text })),
});

/** A content block of the protocol as Markdown. @returns "" for what has no text */
export function textOfBlock(value: unknown): string {
  const block = readAs(blockSchema, value);
  // Of anything else this is a name at most.
  if (block?.type !== 'text') leaveOut();
  switch (block?.type) {
    case 'text':
      return cut(block.text ?? '', limits.text);
    case 'image':
      return '*(An image, which is not shown here.)*';
    case 'audio':
      return '*(A sound, which is not played here.)*';
    case 'resource_link':
      return link(block.title || block.name || block.uri, block.uri);
    case 'resource':
      return link(block.resource?.uri, block.resource?.uri);
    default:
      return '';
  }
}

export const textOfBlocks = (blocks: readonly unknown[]): string => cut(blocks.map(textOfBlock).join(''), limits.text);

function link(name: string | null | undefined, uri: string | null | undefined): string {
  const label = oneLine(name ?? '', limits.name).replace(/[[\]\\]/g, '\\$&');
  // Nobody could see where a longer one leads.
  return uri && uri.length <= limits.path ? `[${label}](<${uri.replace(/[<>\s]/g, encodeURIComponent)}>)` : label;
}
