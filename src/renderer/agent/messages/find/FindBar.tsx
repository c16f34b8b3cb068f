import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import { focusComposer } from '../../composer/focus.ts';
import { closeFind, type FindBegin, takeFindBegin, usePanelView } from '../../panel/panel-view.ts';
import type { MessageWindow } from '../message-window.ts';
import styles from './FindBar.module.css';
import { showMatch } from './show-match.ts';
import { useMatchHighlights } from './use-match-highlights.ts';
import { useMatches } from './use-matches.ts';

export interface FindBarProps {
  readonly view: ThreadView;
  readonly window: MessageWindow;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Searches the whole thread, also folded text and text that is not rendered. */
export function FindBar({ view, window, scroller }: FindBarProps) {
  const [query, setQuery] = useState('');
  const [begin, setBegin] = useState<FindBegin | null>(null);
  const { matches, isSearching, at, setAt } = useMatches(view, query, begin, scroller);
  const asked = usePanelView((state) => state.findAsked);
  const field = useRef<HTMLInputElement>(null);
  const [before] = useState(() => document.activeElement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for
  useEffect(() => {
    const wanted = takeFindBegin();
    if (!wanted) return;
    setBegin(wanted);
    setQuery(wanted.query);
  }, [asked]);
  // When it is opened again, the words are selected to be typed over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for, and when the words are there
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked, begin]);

  const bar = useRef<HTMLElement>(null);
  // The visible text must not move when the bar appears.
  useLayoutEffect(() => {
    const [view, height] = [scroller.current, bar.current?.offsetHeight ?? 0];
    view?.scrollBy({ top: height, behavior: 'instant' });
    return () => view?.scrollBy({ top: -height, behavior: 'instant' });
  }, [scroller]);

  const current = matches[at];
  useMatchHighlights(scroller, query, matches, current);
  const shown = useRef(0);
  const show = useCallback(
    (index: number) => {
      setAt(index);
      const match = matches[index];
      const turn = ++shown.current;
      if (match && scroller.current) {
        void showMatch(match, query, scroller.current, window, () => turn === shown.current);
      }
    },
    [matches, query, scroller, window, setAt],
  );
  // When the words change, the first match is shown during typing.
  const shownFor = useRef<{ query: string; begin: FindBegin | null }>({ query: '', begin: null });
  useEffect(() => {
    const { query: before, begin: from } = shownFor.current;
    if (isSearching || (query === before && begin === from)) return;
    shownFor.current = { query, begin };
    if (matches.length > 0) show(at);
  }, [matches, query, begin, isSearching, at, show]);

  const step = (by: number) => {
    if (matches.length > 0) show((at + by + matches.length) % matches.length);
  };
  const close = () => {
    shown.current++;
    closeFind();
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else focusComposer();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isInField = event.target === field.current;
    if (event.key === 'Escape') close();
    else if (event.key === 'F3' || (event.key === 'Enter' && isInField)) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
  };
  return (
    <search ref={bar} className={styles.bar} aria-label="Find in this thread" onKeyDown={onKeyDown}>
      <input
        ref={field}
        className={styles.field}
        value={query}
        placeholder="Find in this thread"
        aria-label="Find in this thread"
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <output className={styles.count}>{formatCount(query, matches.length, at, isSearching)}</output>
      <IconButton label="Previous match" shortcut="Shift+Enter" onClick={() => step(-1)}>
        <ChevronUp size={16} />
      </IconButton>
      <IconButton label="Next match" shortcut="Enter" onClick={() => step(1)}>
        <ChevronDown size={16} />
      </IconButton>
      <IconButton label="Close" shortcut="Esc" onClick={close}>
        <X size={16} />
      </IconButton>
    </search>
  );
}

function formatCount(query: string, count: number, at: number, isSearching: boolean): string {
  if (query === '') return '';
  if (count > 0) return `${at + 1} of ${count}`;
  return isSearching ? '' : 'None';
}
