import { createHash } from 'node:crypto';
import { imageName } from '../../../../shared/content/agent-images.ts';
import { readImageHead } from '../../../../shared/content/image-size.ts';
import type { AgentImage } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { longestImage, longestSide } from '../../../../shared/contract/prompt-image.ts';
import { formatBytes } from '../../../../shared/contract/size-limits.ts';
import { leaveOut, oneLine } from './fields.ts';

export interface ShownImage {
  readonly image: AgentImage;
  /** Of its file; "": it has none. */
  readonly name: string;
}

interface ToldImage {
  readonly data?: string | null | undefined;
  readonly mimeType?: string | null | undefined;
  readonly uri?: string | null | undefined;
}

/** A decoded pixel takes four bytes. */
const mostPixels = 40_000_000;

/** An image as an agent tells it. What it is called counts for nothing. @returns in a line of Markdown why it is not shown */
export function readImage({ data: told, mimeType, uri }: ToldImage): ShownImage | string {
  const text = (told ?? '').replace(/[\r\n]+/g, '');
  const kind = oneLine(mimeType ?? '', 100).replace(/[^\w/.+-]/g, '');
  const bytes = Math.floor((text.length / 4) * 3) - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  const refused = (what: string, why: string): string => {
    leaveOut();
    const facts = [what, text === '' ? '' : formatBytes(bytes)].filter((fact) => fact !== '');
    return `*(An image${facts.length > 0 ? ` (${facts.join(', ')})` : ''}, which is not shown here: ${why}.)*`;
  };
  if (text === '') return refused(kind, 'it came without its bytes');
  if (text.length > longestImage) return refused(kind, `it has more than ${formatBytes((longestImage / 4) * 3)}`);
  // What is not base64 is passed over. To look for it in a text of megabytes takes 50 ms.
  const file = Buffer.from(text, 'base64');
  if (file.length !== bytes) return refused(kind, 'its bytes cannot be read');
  const found = readImageHead(file);
  if (found === 'type') return refused(kind, 'only PNG, JPEG, GIF and WebP are');
  if (found === 'size') return refused(kind, 'its width and height cannot be read');
  const { mediaType, width, height } = found;
  if (width * height > mostPixels || Math.max(width, height) > longestSide)
    return refused(`${mediaType}, ${width} × ${height}`, `it has more than ${mostPixels / 1e6} million pixels`);
  const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
  return { image: { id, mediaType, data: file.toString('base64'), width, height, bytes }, name: nameIn(uri ?? '') };
}

/** The last part of an address, if it is that of a file. */
function nameIn(uri: string): string {
  const last = /^[a-z][a-z0-9+.-]*:\/\/[^?#]*\/([^/?#]+)/i.exec(uri.slice(0, 4_096))?.[1] ?? '';
  return imageName(oneLine(decoded(last), 200));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
