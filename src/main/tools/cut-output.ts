import { formatBytes } from '../../shared/contract/size-limits.ts';

/** The output, cut to `most` bytes with a note if it is longer. */
export function cutOutput(output: string, most: number): string {
  const bytes = Buffer.byteLength(output);
  if (bytes <= most) return output;
  const all = `${Math.ceil(bytes / 1024)} KB`;
  return `${firstBytes(output, most)}\n\n[The output was cut here: this is the first ${formatBytes(most)} of ${all}.]`;
}

/** The first bytes of a text; a character that the cut would split is omitted. */
export const firstBytes = (text: string, most: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text.slice(0, most)).subarray(0, most), {
    stream: true,
  });
