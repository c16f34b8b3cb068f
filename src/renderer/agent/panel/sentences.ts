/**
 * The sentences completed since `from`, as a screen reader should say them: without Markdown marks, and with code named
 * instead of read.
 * @returns the text to say ("" for nothing yet) and where to continue
 */
export function takeSentences(text: string, from: number, isDone: boolean): { spoken: string; next: number } {
  const fresh = text.slice(from);
  const length = isDone ? fresh.length : completeLength(fresh);
  return { spoken: toSpeech(fresh.slice(0, length)), next: from + length };
}

/** The length up to the end of the last sentence or line; an open code block is not complete. */
function completeLength(text: string): number {
  const fences = [...text.matchAll(/^ {0,3}(?:```|~~~)/gm)];
  const openFence = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const readable = text.slice(0, openFence);
  const ends = /[.!?…](?=\s)|\n/g;
  let length = 0;
  for (const end of readable.matchAll(ends)) length = end.index + 1;
  return length;
}

function toSpeech(text: string): string {
  return text
    .replace(/^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, ' Code block. ')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]) +/gm, '')
    .replace(/[*_`~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
