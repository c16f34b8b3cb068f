import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import type { CodeSpan } from '../agent/markdown/highlight-code.ts';
import { languageOf } from '../agent/markdown/language-of.ts';
import code from '../agent/markdown/markdown.module.css';
import { Button } from '../base/controls/Button.tsx';
import styles from './diff.module.css';
import type { DiffChange } from './diff-change.ts';
import { type DiffHunk, type DiffLine, firstLines } from './diff-hunk.ts';

export interface DiffLinesProps {
  readonly hunks: readonly DiffHunk[];
  readonly path: string;
  /** The hunks are only the beginning of the change. */
  readonly isCut?: boolean;
  /** Controls at the first line of a change. When they go, the focus may rest on the group of all lines. */
  readonly controls?: (change: DiffChange) => ReactNode;
}

const folded = 24;
/** Lines added by each press of the button, however long the file is. */
const step = 2000;
/** Lines per block; a block is laid out only when it comes into view. */
const stretch = 200;
/** Lines beyond this number get no colours. */
const maxColoured = 1500;
const signs = { context: ' ', added: '+', removed: '−' } as const;

/** A change line by line. The lines wrap, so that nothing a person is asked to approve is out of sight. */
export const DiffLines = memo(function DiffLines({ hunks, path, isCut = false, controls }: DiffLinesProps) {
  const [most, setMost] = useState(folded);
  const beginning = useMemo(() => firstLines(hunks, most), [hunks, most]);
  const shown = beginning ?? hunks;
  const next = most === folded ? step : most + step;
  const isLong = most > folded;
  const colours = useColours(shown, path);
  const lines = useMemo(() => hunks.flat(), [hunks]);
  const digits = String(lines.reduce((highest, { number }) => Math.max(highest, number), 0)).length;
  if (hunks.length === 0) return isCut ? <p className={styles.notShown}>{cutWords(false)}</p> : null;
  return (
    <div className={styles.diff}>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark */}
      <div
        className={styles.lines}
        style={{ '--digits': digits } as CSSProperties}
        data-whole={isLong || undefined}
        role="group"
        tabIndex={isLong ? 0 : controls ? -1 : undefined}
        aria-label={`Changes of ${visibleText(path)}`}
      >
        {shown.map((hunk) => (
          <div key={`${hunk[0]?.kind} ${hunk[0]?.number}`} className={styles.hunk}>
            {stretchesOf(hunk).map((lines) => (
              <div key={`${lines[0]?.kind} ${lines[0]?.number}`} className={styles.stretch}>
                {lines.map((line) => (
                  <Line
                    key={`${line.kind[0]}${line.number}`}
                    line={line}
                    spans={colours?.get(line)}
                    controls={line.change && controls?.(line.change)}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      {beginning !== null && (
        <Button className={styles.more} onClick={() => setMost(next)}>
          {moreWords(lines.length, next)}
        </Button>
      )}
      {isCut && beginning === null && <p className={styles.cut}>{cutWords(true)}</p>}
    </div>
  );
});

const stretchesOf = (hunk: DiffHunk): DiffHunk[] =>
  Array.from({ length: Math.ceil(hunk.length / stretch) }, (_, at) => hunk.slice(at * stretch, (at + 1) * stretch));

/** Label of the button that shows more lines. @param next lines that will be drawn then */
function moreWords(count: number, next: number): string {
  if (count <= folded) return 'Show all of it';
  const all = count.toLocaleString('en');
  return count <= next ? `Show all ${all} lines` : `Show more of ${all} lines`;
}

const cutWords = (hasBeginning: boolean): string =>
  hasBeginning ? 'Only the beginning is shown: the change is too large.' : 'Not shown: the change is too large.';

interface LineProps {
  readonly line: DiffLine;
  readonly spans: readonly CodeSpan[] | undefined;
  readonly controls: ReactNode;
}

const Line = memo(function Line({ line: { kind, text, number, isUnended }, spans, controls }: LineProps) {
  const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  return (
    <div className={styles.line} data-kind={kind}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <span className={styles.sign} aria-hidden>
        {signs[kind]}
      </span>
      <div className={styles.text}>
        {controls}
        <Tag>
          {spans
            ? spans.map((span, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line never change
                <span key={index} className={span.colour && code[span.colour]}>
                  {visibleText(span.text)}
                </span>
              ))
            : visibleText(text)}
          {'\n'}
        </Tag>
        {isUnended && <span className={styles.unended}>No newline at end of file</span>}
      </div>
    </div>
  );
});

function useColours(hunks: readonly DiffHunk[], path: string) {
  const [colours, setColours] = useState<ReadonlyMap<DiffLine, readonly CodeSpan[]> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const colour = async () => {
      const { colourHunks } = await import('./colour-hunks.ts');
      const found = await colourHunks(firstLines(hunks, maxColoured) ?? hunks, languageOf(path));
      if (isCurrent) setColours(found);
    };
    // A patch without colours is still complete.
    colour().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [hunks, path]);
  return colours;
}
