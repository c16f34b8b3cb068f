import { formatBytes } from '../../shared/contract/size-limits.ts';

/** An output that is not too long, else its beginning with a note. @param most bytes */
export function cutOutput(output: string, most: number): string {
  const bytes = Buffer.byteLength(output);
  if (bytes <= most) return output;
  const all = `${Math.ceil(bytes / 1024)} KB`;
  return `${firstBytes(output, most)}\n\n[The output was cut here: this is the first ${formatBytes(most)} of ${all}.]`;
}

/** The beginning of a text, at most so many bytes of it; a letter that the cut goes through is left out. */
export const firstBytes = (text: string, most: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text.slice(0, most)).subarray(0, most), {
    stream: true,
  });
