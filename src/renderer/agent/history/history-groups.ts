import type { ThreadHit, ThreadSummary } from '../../../shared/contract/thread.ts';
import { hasWords, wordsOf } from './mark-words.ts';

export interface ThreadRow {
  readonly thread: ThreadSummary;
  /** Excerpt of a message around the words that a search found. */
  readonly excerpt?: string | undefined;
  readonly found?: FoundWords | undefined;
}

/** Words in a message. */
export interface FoundWords {
  readonly words: string;
  readonly entryId: string;
}

export interface HistoryGroup {
  readonly title: string;
  readonly rows: readonly ThreadRow[];
}

/** One group a day, the newest first, as the threads are. */
export function groupByDay(threads: readonly ThreadSummary[], now: number): HistoryGroup[] {
  const groups: { title: string; day: number; rows: ThreadRow[] }[] = [];
  for (const thread of threads) {
    const day = dayOf(thread.at);
    let group = groups.at(-1);
    if (group?.day !== day) {
      group = { title: dayName(thread.at, now), day, rows: [] };
      groups.push(group);
    }
    group.rows.push({ thread });
  }
  return groups;
}

/**
 * The results of a search: threads with the words in their title, then those with the words in a message. Main's results,
 * which come later, are below, so that nothing moves.
 */
export function groupFound(
  threads: readonly ThreadSummary[],
  hits: readonly ThreadHit[],
  query: string,
): HistoryGroup[] {
  const words = wordsOf(query);
  const named = threads.filter(({ title }) => hasWords(title, words));
  const rest = new Map(threads.map((thread) => [thread.id, thread]));
  for (const { id } of named) rest.delete(id);
  const said = hits.flatMap(({ threadId, excerpt, entryId }): ThreadRow[] => {
    const thread = rest.get(threadId);
    const found = entryId === undefined ? undefined : { words: phraseIn(excerpt, query), entryId };
    return thread ? [{ thread, excerpt, found }] : [];
  });
  return [
    { title: 'In titles', rows: named.map((thread) => ({ thread })) },
    { title: 'In messages', rows: said },
  ].filter(({ rows }) => rows.length > 0);
}

/** The whole query if it occurs, else the longest of its words that does. */
function phraseIn(excerpt: string, query: string): string {
  const candidates = [query.trim(), ...wordsOf(query).sort((one, other) => other.length - one.length)];
  return candidates.find((words) => hasWords(excerpt, [words.toLowerCase()])) ?? query.trim();
}

/** The local midnight before a time, in ms since 1970. */
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

function dayName(at: number, now: number): string {
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1).getTime();
  const day = dayOf(at);
  if (day >= dayOf(now)) return 'Today';
  if (day === yesterday) return 'Yesterday';
  const isThisYear = new Date(at).getFullYear() === today.getFullYear();
  return (isThisYear ? dayFormat : longDayFormat).format(at);
}

// Made once: making one takes longer than all other work for a list.
const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const longDayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const shortDayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

export const timeOf = (at: number): string => timeFormat.format(at);

/** Formats a time where no heading tells the day. */
export const momentOf = (at: number, now: number): string =>
  dayOf(at) === dayOf(now) ? timeOf(at) : shortDayFormat.format(at);
