export type MentionKindAsked = 'symbol' | 'thread' | 'file' | 'folder';

/** What is being typed after "@". */
export interface MentionQuery {
  /** Where "@" stands. */
  readonly from: number;
  /** The cursor. */
  readonly to: number;
  readonly words: string;
  /** Asked for by name, as in "@symbol parse". */
  readonly kind: MentionKindAsked | null;
}

const longest = 200;
const pattern = /(?:^|[\s([{<"'“‘,;:])@(?:(symbol|thread|file|folder) (\S*)|([^\s@]*))$/i;

/** @returns what is asked for at the cursor; null where no word begins with "@" */
export function mentionQueryAt(text: string, cursor: number): MentionQuery | null {
  const start = Math.max(text.lastIndexOf('\n', cursor - 1) + 1, cursor - longest);
  const match = pattern.exec(text.slice(start, cursor));
  if (!match) return null;
  const [whole, kind, named, words = ''] = match;
  const from = start + match.index + whole.indexOf('@');
  return { from, to: cursor, words: named ?? words, kind: (kind?.toLowerCase() as MentionKindAsked) ?? null };
}
