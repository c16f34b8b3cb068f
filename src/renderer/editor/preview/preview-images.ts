import pLimit from 'p-limit';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';
import type { ImageSource } from '../../agent/markdown/image-source.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';

/** Images of a text that are read, and bytes after which no further one is: large ones must not fill the memory. */
const mostImages = 100;
const mostBytes = 100 * 1024 * 1024;
/** That main reads at once. */
const mostAtOnce = 2;

/**
 * The images that a Markdown file names in the open folder, each read once. Others are not asked for: those on the web
 * would tell somebody that the file was read.
 * @param fileAt the absolute path that a path in the text means; null: it is not to be looked at
 */
export function createPreviewImages(platform: PathPlatform, fileAt: (path: string) => string | null) {
  const shown = new Map<string, string>();
  const asked = new Map<string, Promise<string | null>>();
  const inTurn = pLimit(mostAtOnce);
  let bytes = 0;
  let isOver = false;

  async function read(href: string, path: string): Promise<string | null> {
    if (isOver || bytes >= mostBytes) return null;
    const image = await settle(api.documents.image(path));
    if (!image.ok || isOver) return null;
    bytes += image.value.bytes.length;
    const address = URL.createObjectURL(new Blob([image.value.bytes], { type: image.value.type }));
    shown.set(href, address);
    return address;
  }

  function load(href: string): Promise<string | null> {
    const present = asked.get(href);
    if (present) return present;
    const target = parseLink(href, { platform });
    const path = target?.kind === 'file' ? fileAt(target.path) : null;
    if (path === null || asked.size >= mostImages) return Promise.resolve(null);
    const reading = inTurn(() => read(href, path));
    asked.set(href, reading);
    return reading;
  }

  const source: ImageSource = { known: (href) => shown.get(href) ?? null, load };
  return {
    source,
    /** The text is not shown any more. */
    dispose(): void {
      isOver = true;
      for (const address of shown.values()) URL.revokeObjectURL(address);
    },
  };
}
