import {
  type ContentEntry,
  entryWords,
  isContentEntry,
  spokenEntryKinds,
} from '../../../../shared/content/content-kinds.ts';
import type { ThreadEntry, ThreadHit } from '../../../../shared/contract/thread.ts';
import { oneLine, wellFormed } from '../../../../shared/thread/one-line.ts';
import { parseJson, streamLines } from './json-lines.ts';
import { labelsOf, titleOf } from './thread-digest.ts';
import { threadEntrySchema } from './thread-entry-schema.ts';
import type { IndexedThread } from './thread-index.ts';

const maxHits = 100;
/** So many files are read at a time. */
const atOnce = 4;
const longestExcerpt = 200;
/** Characters before the words in an excerpt. */
const leadIn = 60;
/** Characters of an answer that are looked through at a time; its pieces are shorter, and words may lie across them. */
const window = 64 * 1024;

/**
 * Searches threads for all words of a query, whatever their case: in what was said, in notes, labels and titles. The files are
 * read as they are searched, never whole.
 * @param threads the newest first, as the hits will be
 * @throws when the signal aborts
 */
export async function searchThreads(
  threads: readonly IndexedThread[],
  query: string,
  pathOf: (id: string) => string,
  signal: AbortSignal,
): Promise<ThreadHit[]> {
  const words = [...new Set(lower(query).split(/\s+/))].filter((word) => word !== '');
  const hits: ThreadHit[] = [];
  if (words.length === 0) return hits;
  for (let begin = 0; begin < threads.length && hits.length < maxHits; begin += atOnce) {
    const some = threads.slice(begin, begin + atOnce);
    const found = await Promise.all(some.map((thread) => searchThread(thread, words, pathOf(thread.id), signal)));
    signal.throwIfAborted();
    hits.push(...found.filter((hit) => hit !== null));
  }
  return hits.slice(0, maxHits);
}

async function searchThread(
  { id, digest }: IndexedThread,
  words: readonly string[],
  path: string,
  signal: AbortSignal,
): Promise<ThreadHit | null> {
  const title = titleOf(digest);
  const search = new WordSearch(words);
  search.look(title);
  search.look(labelsOf(digest).join(', '));
  const inTitle = search.excerpt;
  // The words themselves are shown rather than the title, which is shown anyway.
  search.hide();
  const hit = (): ThreadHit | null =>
    search.missing.size > 0
      ? null
      : {
          threadId: id,
          title,
          at: digest.at,
          excerpt: search.excerpt || inTitle,
          ...(search.entryId !== undefined && { entryId: search.entryId }),
        };
  if (search.missing.size === 0) return hit();
  /** Only the last one on an entry is there. */
  const notes = new Map<string, string>();
  try {
    for await (const lines of streamLines(path, { signal })) {
      for (const line of lines) {
        if (!said.test(line)) continue;
        const entry = threadEntrySchema.safeParse(parseJson(line));
        if (entry.success && entry.data.kind === 'note') notes.set(entry.data.on, entry.data.text);
        else if (entry.success) search.add(entry.data);
        if (search.missing.size === 0) return hit();
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    // One file that cannot be read, or was just deleted, does not end the search through the others.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  search.end();
  for (const [entryId, note] of notes) search.look(note, entryId);
  return hit();
}

/** Of the entries that are no content: those with words, and those that end a text of an answer. */
const otherKinds: readonly Exclude<ThreadEntry, ContentEntry>['kind'][] = [
  ...(['prompt', 'command-reply', 'shell-run', 'shell-ended', 'note'] as const),
  ...(['answer-started', 'answer-step', 'answer-retry'] as const),
];

/** The lines that are read. A step was a round in earlier versions. */
const said = new RegExp(`^\\{"kind":"(?:${[...spokenEntryKinds, ...otherKinds, 'answer-round'].join('|')})"`);

class WordSearch {
  readonly missing: Set<string>;
  excerpt = '';
  /** The message that the excerpt is from. */
  entryId: string | undefined;
  readonly #words: readonly string[];
  readonly #overlap: number;
  /** Number of the words that the excerpt contains. */
  #shown = 0;
  #pending = '';
  #answerId = '';

  constructor(words: readonly string[]) {
    this.#words = words;
    this.missing = new Set(words);
    this.#overlap = Math.max(...words.map(({ length }) => length)) + longestExcerpt;
  }

  add(entry: ThreadEntry): void {
    if (!isContentEntry(entry)) {
      this.end();
      if (entry.kind === 'prompt') this.look(entry.text, entry.id);
      else if (entry.kind === 'command-reply') this.look(`${entry.command}\n${entry.text}`, entry.id);
      else if (entry.kind === 'shell-run') this.look(entry.command, entry.id);
      else if (entry.kind === 'shell-ended' && 'output' in entry.end) this.look(entry.end.output, entry.id);
      return;
    }
    if (entry.answerId !== this.#answerId) this.end();
    this.#answerId = entry.answerId;
    this.#pending += entryWords(entry);
    if (this.#pending.length < window) return;
    this.look(this.#pending, this.#answerId);
    this.#pending = this.#pending.slice(-this.#overlap);
  }

  /** A text is complete. */
  end(): void {
    if (this.#pending !== '') this.look(this.#pending, this.#answerId);
    this.#pending = '';
  }

  /** The text with the most of the words is what is shown. */
  look(text: string, entryId?: string): void {
    const searched = lower(text);
    const there = this.#words.filter((word) => searched.includes(word));
    for (const word of there) this.missing.delete(word);
    if (there.length <= this.#shown) return;
    this.#shown = there.length;
    // As a whole where they stand together; else the longest of them, which says the most.
    const longest = there.reduce((one, other) => (other.length > one.length ? other : one));
    const together = searched.indexOf(this.#words.join(' '));
    this.excerpt = excerptAt(text, together >= 0 ? together : searched.indexOf(longest));
    this.entryId = entryId;
  }

  /** Forgets the excerpt found so far. */
  hide(): void {
    this.#shown = 0;
    this.excerpt = '';
    this.entryId = undefined;
  }
}

function excerptAt(text: string, at: number): string {
  const begin = Math.max(0, at - leadIn);
  const before = begin > 0 ? '…' : '';
  return before + oneLine(wellFormed(text.slice(begin, begin + 2 * longestExcerpt)), longestExcerpt - before.length);
}

/** In lower case, every letter at its place: some letters become two, which stay as they are. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  if (lowered.length === text.length) return lowered;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
}
