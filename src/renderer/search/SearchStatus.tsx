import { X } from 'lucide-react';
import { maxMatches } from '../../shared/contract/documents/folder-search.ts';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import { forgetReplacement, undoReplacement, useReplace } from './replace-in-files.ts';
import styles from './SearchView.module.css';
import { countMatches } from './search-rows.ts';
import { searchNow, stopSearch, useSearch } from './search-store.ts';

/** What the search has found until now, or why it did not, and what was replaced. */
export function SearchStatus() {
  const { searchId, files, end } = useSearch();
  const { last, isRunning } = useReplace();
  const count = files.reduce((all, { lines }) => all + countMatches(lines), 0);
  return (
    <div className={styles.status}>
      <div className={styles.told}>
        <span role="status">
          {searchId !== null &&
            !(last?.searchId === searchId && count === 0) &&
            (count > 0 || end === null ? foundWords(count, files.length, end === null) : nothingWords(end))}
        </span>
        {searchId !== null && end === null && (
          <IconButton label="Stop searching" onClick={stopSearch}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {end?.failure && (
        <p role="alert" className={styles.problem}>
          {end.failure.message}
        </p>
      )}
      {end?.isPartial && end.failure === null && <p>{partialWords(count)}</p>}
      {isRunning && <p role="status">Replacing</p>}
      {last && !isRunning && (
        <div role="status">
          <div className={styles.told}>
            <span>
              {last.isUndone ? 'Taken back in ' : `Replaced ${last.matches} in `}
              {fileWords(last.done.length)}.
            </span>
            {!last.isUndone && last.done.length > 0 && (
              <Button isSmall onClick={() => void undoReplacement().then(searchNow)}>
                Undo
              </Button>
            )}
            <IconButton label="Forget the replacement" onClick={forgetReplacement}>
              <X size={14} aria-hidden />
            </IconButton>
          </div>
          {last.problems.slice(0, 5).map((problem) => (
            <p key={problem} className={styles.problem}>
              {problem}
            </p>
          ))}
          {last.problems.length > 5 && (
            <p className={styles.problem}>{`${last.problems.length - 5} more files stayed as they were.`}</p>
          )}
        </div>
      )}
    </div>
  );
}

const fileWords = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString()} files`);

const foundWords = (count: number, files: number, isRunning: boolean): string =>
  count === 0 ? 'Searching' : `${count.toLocaleString()} in ${fileWords(files)}${isRunning ? ', searching' : ''}`;

const nothingWords = (end: { failure: unknown } | null): string => (end?.failure ? '' : 'Nothing found');

const partialWords = (count: number): string =>
  count >= maxMatches
    ? `The first ${maxMatches.toLocaleString()} matches are shown. There are more.`
    : 'Not everything was searched.';
