import { z } from 'zod/mini';
import { longestImage, mostImages, type PromptImage } from '../../../shared/contract/thread.ts';

const pixels = z.int().check(z.minimum(1), z.maximum(100_000));

/** In two steps: one expression over megabytes may run out of stack. */
function isBase64(text: string): boolean {
  const body = text.replace(/={1,2}$/, '');
  return text.length % 4 === 0 && body !== '' && !/[^A-Za-z0-9+/]/.test(body);
}

const promptImageSchema = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  data: z.string().check(z.maxLength(longestImage), z.refine(isBase64, { error: 'it is not base64' })),
  width: pixels,
  height: pixels,
});

/** The images of a prompt, as the renderer sends them and as a thread keeps them. */
export const promptImagesSchema: z.ZodMiniType<PromptImage[]> = z
  .array(promptImageSchema)
  .check(z.maxLength(mostImages));
