import { useEffect, useState } from 'react';
import type { MentionQuery } from '../composer/completion/completion-query.ts';
import { platform } from '../composer/platform.ts';
import { type MentionOption, mentionOptions, symbolOptions } from './mention-options.ts';
import { mentionSources, projectSymbols } from './mention-sources.ts';

/** Milliseconds without a key before main is asked for symbols. */
const pause = 150;
const fewestLetters = 2;

interface Found {
  readonly asked: string;
  readonly options: readonly MentionOption[];
}

export interface MentionOptions {
  readonly options: readonly MentionOption[];
  /** They match the present query, and not an earlier one. */
  readonly isCurrent: boolean;
}

const none: Found = { asked: '', options: [] };

/** Options for the mention being typed; symbols that main finds come below those found at once. */
export function useMentionOptions(query: MentionQuery | null): MentionOptions {
  const [found, setFound] = useState<Found>(none);
  const [late, setLate] = useState<Found>(none);
  const words = query?.words ?? '';
  const kind = query?.kind ?? null;
  const asked = query && `${kind} ${words}`;

  useEffect(() => {
    if (asked === null) return setFound(none);
    let isWanted = true;
    void mentionSources().then(
      (sources) => isWanted && setFound({ asked, options: mentionOptions({ words, kind }, sources) }),
    );
    return () => {
      isWanted = false;
    };
  }, [asked, words, kind]);

  useEffect(() => {
    const isAsked = kind === 'symbol' ? words.length > 0 : kind === null && words.length >= fewestLetters;
    if (asked === null || !isAsked || words.includes('/')) return setLate(none);
    let isWanted = true;
    const timer = setTimeout(async () => {
      const symbols = await projectSymbols(words);
      if (isWanted) setLate({ asked, options: symbolOptions(words, symbols, platform) });
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [asked, words, kind]);

  if (asked === null) return { options: none.options, isCurrent: true };
  const isCurrent = found.asked === asked;
  const keys = new Set(found.options.map(({ key }) => key));
  const added = late.asked === asked && isCurrent ? late.options.filter(({ key }) => !keys.has(key)) : [];
  return { options: [...found.options, ...added], isCurrent };
}
