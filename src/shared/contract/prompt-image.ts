import { z } from 'zod/mini';
import { takenTypes } from '../content/image-type.ts';

/** Characters of base64: the limit of services, 3.6 MB. */
export const longestImage = 5_000_000;
export const maxImages = 20;

export const longestSide = 100_000;
const pixels = z.int().check(z.minimum(1), z.maximum(longestSide));

/** In two steps: one expression over megabytes may run out of stack. */
function isBase64(text: string): boolean {
  const body = text.replace(/={1,2}$/, '');
  return text.length % 4 === 0 && body !== '' && !/[^A-Za-z0-9+/]/.test(body);
}

/** What each image that is kept has. */
export const imageShape = {
  mediaType: z.enum(takenTypes),
  /** Base64. */
  data: z.string().check(z.maxLength(longestImage), z.refine(isBase64, { error: 'it is not base64' })),
  width: pixels,
  height: pixels,
};
const promptImageSchema = z.strictObject(imageShape);
/** An image that a person put into a prompt. */
export type PromptImage = Readonly<z.output<typeof promptImageSchema>>;

/** The images of a prompt, as the renderer sends them. */
export const promptImagesSchema = z.array(promptImageSchema).check(z.maxLength(maxImages));
/** As stored in files; unknown keys of later versions are dropped. */
export const keptImagesSchema = z.array(z.object(imageShape)).check(z.maxLength(maxImages));
