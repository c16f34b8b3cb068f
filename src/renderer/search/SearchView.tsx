import { CaseSensitive, ChevronRight, Ellipsis, RefreshCw, Regex, ReplaceAll, WholeWord } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { classNames } from '../base/class-names.ts';
import { formatKey } from '../base/commands/keys.ts';
import { IconButton } from '../base/controls/IconButton.tsx';
import { isMac } from '../base/environment.ts';
import { PaneHeader } from '../base/layout/PaneHeader.tsx';
import { overlayArrived, splitAtEnter, textAfter } from '../base/overlay-store.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { focusEditor } from '../editor/panes/pane-views.ts';
import { replaceFound } from './replace-in-files.ts';
import { SearchResults } from './SearchResults.tsx';
import { SearchStatus } from './SearchStatus.tsx';
import styles from './SearchView.module.css';
import { changeFields, type SearchFields, searchNow, showReplacement, useSearch } from './search-store.ts';

const flags = [
  { name: 'isCaseSensitive', label: 'Match case', key: 'Alt+C', letter: 'c', Icon: CaseSensitive },
  { name: 'isWholeWord', label: 'Whole words', key: 'Alt+W', letter: 'w', Icon: WholeWord },
  { name: 'isRegexp', label: 'Regular expression', key: 'Alt+R', letter: 'r', Icon: Regex },
] as const;

/** Finds and replaces in the files of the open folder. */
export default function SearchView() {
  const { fields, showsReplacement, showsMore, focusWanted, files } = useSearch();
  const hasFolder = useWorkspace(({ workspace }) => workspace !== null);
  const field = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focusWanted === 0) return;
    field.current?.focus();
    field.current?.select();
    const typed = textAfter('', splitAtEnter(overlayArrived())[0]);
    if (typed !== '') changeFields({ text: typed });
  }, [focusWanted]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const flag =
      event.altKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      flags.find(({ letter }) => event.code === `Key${letter.toUpperCase()}`);
    if (flag) changeFields({ [flag.name]: !fields[flag.name] });
    else if (event.key === 'Escape') focusEditor();
    else if (!(event.target instanceof HTMLInputElement)) return;
    else if (event.key === 'Enter' && event.altKey && (event.ctrlKey || event.metaKey)) void replaceFound();
    else if (event.key === 'Enter') searchNow();
    else if (event.key === 'ArrowDown' && event.target.type !== 'number') focusResults(view.current);
    else return;
    event.preventDefault();
  };
  const text = (name: 'text' | 'replacement' | 'include' | 'exclude', label: string, placeholder = label) => ({
    value: fields[name],
    'aria-label': label,
    placeholder,
    spellCheck: false,
    className: styles.field,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      changeFields({ [name]: currentTarget.value } as Partial<SearchFields>),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of its fields, by bubbling
    <div ref={view} className={styles.view} onKeyDown={onKeyDown}>
      <PaneHeader title="Find in folder">
        <IconButton label="Search again" disabled={fields.text === ''} onClick={searchNow}>
          <RefreshCw size={16} aria-hidden />
        </IconButton>
        <IconButton
          label="Files and context"
          aria-expanded={showsMore}
          onClick={() => useSearch.setState({ showsMore: !showsMore })}
        >
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </PaneHeader>
      <search className={styles.form}>
        <button
          type="button"
          className={classNames(styles.expand, showsReplacement && styles.expanded)}
          aria-label="Replace"
          title="Replace"
          aria-expanded={showsReplacement}
          onClick={() => showReplacement(!showsReplacement)}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
        <div className={styles.fields}>
          <div className={styles.box}>
            <input ref={field} {...text('text', 'Find')} />
            {flags.map(({ name, label, key, Icon }) => (
              <IconButton
                key={name}
                className={styles.flag}
                label={label}
                shortcut={key}
                aria-pressed={fields[name]}
                onClick={() => changeFields({ [name]: !fields[name] })}
              >
                <Icon size={16} aria-hidden />
              </IconButton>
            ))}
          </div>
          {showsReplacement && (
            <div className={styles.box}>
              <input {...text('replacement', 'Replace with')} />
              <IconButton
                className={styles.flag}
                label="Replace all"
                shortcut={formatKey('Mod+Alt+Enter', isMac)}
                disabled={files.length === 0}
                onClick={() => void replaceFound()}
              >
                <ReplaceAll size={16} aria-hidden />
              </IconButton>
            </div>
          )}
          {showsMore && (
            <>
              <div className={styles.box}>
                <input {...text('include', 'Files to include', 'Include, as src, *.ts')} />
              </div>
              <div className={styles.box}>
                <input {...text('exclude', 'Files to exclude', 'Exclude')} />
              </div>
              <label className={styles.context}>
                Lines around a match
                <input
                  type="number"
                  min={0}
                  max={10}
                  value={fields.context}
                  onChange={({ currentTarget }) =>
                    changeFields({ context: Math.min(10, Math.max(0, Math.trunc(currentTarget.valueAsNumber) || 0)) })
                  }
                />
              </label>
            </>
          )}
        </div>
      </search>
      {hasFolder ? <SearchStatus /> : <p className={styles.status}>Open a folder to find something in its files.</p>}
      <SearchResults />
    </div>
  );
}

const focusResults = (view: HTMLElement | null): void => view?.querySelector<HTMLElement>('#search-results')?.focus();
