export type MentionKindAsked = 'symbol' | 'thread' | 'file' | 'folder';

export interface MentionQuery {
  /** Offset of "@". */
  readonly from: number;
  /** Offset of the cursor. */
  readonly to: number;
  readonly words: string;
  /** The kind that was typed by name, as in "@symbol parse". */
  readonly kind: MentionKindAsked | null;
}

const longest = 200;
const pattern = /(?:^|[\s([{<"'“‘,;:])@(?:(symbol|thread|file|folder) (\S*)|([^\s@]*))$/i;

/** @returns the mention being typed at the cursor; null where no word begins with "@" */
export function mentionQueryAt(text: string, cursor: number): MentionQuery | null {
  const start = Math.max(text.lastIndexOf('\n', cursor - 1) + 1, cursor - longest);
  const match = pattern.exec(text.slice(start, cursor));
  if (!match) return null;
  const [whole, kind, named, words = ''] = match;
  const from = start + match.index + whole.indexOf('@');
  return { from, to: cursor, words: named ?? words, kind: (kind?.toLowerCase() as MentionKindAsked) ?? null };
}
