import { takenTypeOf } from '../../../shared/content/image-type.ts';
import { longestImage, type PromptImage } from '../../../shared/contract/prompt-image.ts';
import { fitWithin, isTooBigToDecode, maxBytes, scaledType } from './image-format.ts';

/**
 * Reads a file as an image that services take. It is kept unchanged when its format and size are accepted; else it is
 * redrawn: smaller, or as PNG. No script of a file is run, and an SVG loads nothing from elsewhere.
 * @returns why it cannot be sent, in a sentence, when it cannot
 */
export async function readImage(file: Blob): Promise<PromptImage | string> {
  const name = file instanceof File && file.name ? `“${file.name}”` : 'What was pasted';
  if (file.size > maxBytes) return `${name} is too large to be read.`;
  const url = URL.createObjectURL(file);
  let bitmap: ImageBitmap | undefined;
  try {
    const image = await load(url);
    if (!image) return `${name} is not an image that Outrigger can read.`;
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) return `${name} has no fixed size. Save it as PNG and add that.`;
    if (isTooBigToDecode(width, height)) return `${name} has too many pixels: ${width} × ${height}.`;
    const kept = takenTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
    const fit = fitWithin(width, height);
    // An image element accepts a truncated file and shows nothing; createImageBitmap rejects it.
    if (kept) bitmap = await createImageBitmap(file);
    if (kept && fit.width === width && fit.height === height) {
      const data = await toBase64(file);
      if (data.length <= longestImage) return { mediaType: kept, data, width, height };
    }
    return await drawn(bitmap ?? image, scaledType(kept), fit);
  } catch {
    return `${name} could not be read. The file may be damaged or gone.`;
  } finally {
    bitmap?.close();
    URL.revokeObjectURL(url);
  }
}

/** As large as permitted: an image of too many bytes is redrawn smaller until it fits. */
async function drawn(
  image: CanvasImageSource,
  mediaType: PromptImage['mediaType'],
  fit: { width: number; height: number },
): Promise<PromptImage> {
  for (let { width, height } = fit; ; width = shrink(width), height = shrink(height)) {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('there is no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const data = await toBase64(await canvas.convertToBlob({ type: mediaType, quality: 0.9 }));
    if (data.length <= longestImage) return { mediaType, data, width, height };
  }
}

const shrink = (length: number): number => Math.max(Math.floor(length * 0.75), 1);

function load(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
