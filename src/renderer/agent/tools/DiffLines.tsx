import { memo, useEffect, useMemo, useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../app/controls/Button.tsx';
import type { CodeSpan } from '../markdown/highlight-code.ts';
import code from '../markdown/markdown.module.css';
import styles from './effects.module.css';
import { languageOf } from './language-of.ts';
import { firstLines, type PatchHunk, type PatchLine, patchHunks } from './patch-lines.ts';

export interface DiffLinesProps {
  /** A unified diff without its head. */
  readonly patch: string;
  readonly path: string;
  /** The patch is not all of it. */
  readonly isCut: boolean;
}

const folded = 24;
/** More than so many lines are only coloured in part. */
const mostColoured = 1500;
const signs = { context: ' ', added: '+', removed: '−' } as const;

/** The lines of a patch. They wrap, so that nothing of what is asked for is out of sight. */
export const DiffLines = memo(function DiffLines({ patch, path, isCut }: DiffLinesProps) {
  const hunks = useMemo(() => patchHunks(patch), [patch]);
  const [isWhole, setWhole] = useState(false);
  const beginning = useMemo(() => firstLines(hunks, folded), [hunks]);
  const shown = (isWhole ? null : beginning) ?? hunks;
  const isLong = isWhole && beginning !== null;
  const colours = useColours(shown, path);
  const count = hunks.reduce((sum, hunk) => sum + hunk.length, 0);
  if (hunks.length === 0) return isCut ? <p className={styles.notShown}>{cutWords(false)}</p> : null;
  return (
    <div className={styles.diff}>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark */}
      <div
        className={styles.lines}
        data-whole={isLong || undefined}
        role="group"
        tabIndex={isLong ? 0 : undefined}
        aria-label={`Changes of ${visibleText(path)}`}
      >
        {shown.map((hunk) => (
          <div key={`${hunk[0]?.kind} ${hunk[0]?.number}`} className={styles.hunk}>
            {hunk.map((line) => (
              <Line key={`${line.kind[0]}${line.number}`} line={line} spans={colours?.get(line)} />
            ))}
          </div>
        ))}
      </div>
      {shown !== hunks && (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          {count > folded ? `Show all ${count} lines` : 'Show all of it'}
        </Button>
      )}
      {isCut && shown === hunks && <p className={styles.cut}>{cutWords(true)}</p>}
    </div>
  );
});

const cutWords = (hasBeginning: boolean): string =>
  hasBeginning
    ? 'It goes on: only the beginning of so large a change is shown.'
    : 'Its lines are not shown: the change is too large.';

interface LineProps {
  readonly line: PatchLine;
  readonly spans: readonly CodeSpan[] | undefined;
}

function Line({ line: { kind, text, number }, spans }: LineProps) {
  const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  return (
    <Tag className={styles.line} data-kind={kind}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <span className={styles.sign} aria-hidden>
        {signs[kind]}
      </span>
      <span className={styles.text}>
        {spans
          ? spans.map((span, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line never change
              <span key={index} className={span.colour && code[span.colour]}>
                {visibleText(span.text)}
              </span>
            ))
          : visibleText(text)}
        {'\n'}
      </span>
    </Tag>
  );
}

function useColours(hunks: readonly PatchHunk[], path: string) {
  const [colours, setColours] = useState<ReadonlyMap<PatchLine, readonly CodeSpan[]> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const colour = async () => {
      const { colourHunks } = await import('./colour-hunks.ts');
      const found = await colourHunks(firstLines(hunks, mostColoured) ?? hunks, languageOf(path));
      if (isCurrent) setColours(found);
    };
    // A patch without colours is complete all the same.
    colour().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [hunks, path]);
  return colours;
}
