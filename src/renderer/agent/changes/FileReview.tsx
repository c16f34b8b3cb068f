import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChangedFile, ReviewTexts } from '../../../shared/contract/change.ts';
import { Button } from '../../base/controls/Button.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { baseName } from '../../base/paths.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { DiffLines } from '../../diff/DiffLines.tsx';
import { acceptedText, type DiffChange, rejectedText } from '../../diff/diff-change.ts';
import { textHunks } from '../../diff/patch-hunks.ts';
import { acceptPart, rejectPart } from '../../editor/review/review-requests.ts';
import styles from './changes.module.css';

export interface FileReviewProps {
  readonly threadId: string;
  /** A new object whenever the file or its review changed, which reloads its texts. */
  readonly file: ChangedFile;
}

const nothing: ReviewTexts = { before: null, after: null };

/** The changes of a file in the panel; each can be accepted and rejected. */
export function FileReview({ threadId, file }: FileReviewProps) {
  const { path } = file;
  const [texts, setTexts] = useState(nothing);
  const [problem, setProblem] = useState<string | null>(null);
  /** A change was decided: new texts follow in a moment. */
  const isDecided = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when anything about the file changed
  useEffect(() => {
    let isCurrent = true;
    void settle(api.changes.texts(threadId, path)).then((result) => {
      if (!isCurrent) return;
      isDecided.current = false;
      setProblem(result.ok ? null : formatFailure(result.failure));
      if (result.ok) setTexts(result.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [threadId, file]);

  const hunks = useMemo(() => textHunks(texts.before ?? '', texts.after ?? ''), [texts]);
  const controls = useCallback(
    (change: DiffChange) => {
      const [before, after] = [texts.before ?? '', texts.after ?? ''];
      const of = { threadId, path, isNew: texts.before === null };
      const button = (name: string, act: () => Promise<boolean>) => (
        <Button
          aria-label={`${name} this change`}
          onClick={async ({ currentTarget }) => {
            if (isDecided.current) return;
            isDecided.current = true;
            // The button is removed with its change, and would lose the focus.
            currentTarget.closest<HTMLElement>('[role="group"]')?.focus({ preventScroll: true });
            if (!(await act())) isDecided.current = false;
          }}
        >
          {name}
        </Button>
      );
      return (
        <span className={styles.ofChange}>
          {button('Accept', () => acceptPart(of, acceptedText(before, after, change), after))}
          {button('Reject', () => rejectPart(of, rejectedText(before, after, change), after))}
        </span>
      );
    },
    [threadId, path, texts],
  );

  return (
    <>
      {problem !== null && <p className={styles.problem}>The changes could not be shown. {problem}</p>}
      <DiffLines hunks={hunks} path={baseName(path)} controls={controls} />
    </>
  );
}
