import { memo, useContext, useEffect, useState } from 'react';
import { classNames } from '../../base/class-names.ts';
import { nextSlice } from '../panel/work-slices.ts';
import { CodeButtons } from './CodeButtons.tsx';
import { CodeActionsContext } from './code-actions.ts';
import type { CodeSpan } from './highlight-code.ts';
import styles from './markdown.module.css';

export interface CodeBlockProps {
  readonly code: string;
  /** The code including that of the blocks that continue it; absent: there are none. */
  readonly wholeCode?: () => string;
  readonly language: string;
  /** The rest of the fence's info string, after the language. */
  readonly info?: string | undefined;
  /** Still streaming: colours come when it is complete. */
  readonly isOpen?: boolean;
  /** More code will follow, here or in the blocks that continue it. */
  readonly isGrowing?: boolean;
  /** It continues the block above. */
  readonly continues?: boolean;
}

const maxColoured = 100_000;
/** Spans that are drawn at once. */
const maxSpans = 150;

export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { code, wholeCode = () => code, language, info = '', isOpen = false, isGrowing = isOpen, continues } = props;
  const coloured = useColours(code, language, isOpen);
  const rest = coloured.reduce((length, { end }) => Math.max(length, end), 0);
  const hasActions = useContext(CodeActionsContext) !== null;
  return (
    <figure className={classNames(styles.code, continues && styles.codeContinues)} dir="ltr">
      {!continues && (
        <figcaption className={styles.codeHeader}>
          <span className={styles.codeName} title={info || undefined}>
            {info === '' ? language || 'text' : `${language} ${info}`}
          </span>
          <CodeButtons
            code={code}
            wholeCode={wholeCode}
            language={language}
            info={info}
            mayBeUsed={hasActions && !isGrowing}
          />
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre className={styles.pre} tabIndex={0}>
        <code>
          {coloured.map(({ end, spans }) => (
            <Coloured key={end} spans={spans} />
          ))}
          {code.slice(rest)}
        </code>
      </pre>
    </figure>
  );
});

interface Stretch {
  readonly spans: readonly CodeSpan[];
  /** End offset in the code. */
  readonly end: number;
}

const none: readonly Stretch[] = [];

/** Colours the code in stretches, so that no frame has to draw all of them. */
function useColours(code: string, language: string, isOpen: boolean): readonly Stretch[] {
  const [coloured, setColoured] = useState(none);
  useEffect(() => {
    setColoured(none);
    if (isOpen || language === '' || code.length > maxColoured) return;
    let isCurrent = true;
    const colour = async () => {
      const { highlightCode } = await import('./highlight-code.ts');
      const spans = (await highlightCode(code, language)) ?? [];
      let end = 0;
      for (let from = 0; from < spans.length && isCurrent; from += maxSpans) {
        if (from > 0) await nextSlice();
        const some = spans.slice(from, from + maxSpans);
        end += some.reduce((length, { text }) => length + text.length, 0);
        const stretch = { spans: some, end };
        if (isCurrent) setColoured((before) => [...before, stretch]);
      }
    };
    // Code without colours is still complete.
    colour().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language, isOpen]);
  return coloured;
}

const Coloured = memo(function Coloured({ spans }: { readonly spans: readonly CodeSpan[] }) {
  return spans.map(({ text, colour }, index) =>
    colour === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one code never change
      <span key={index} className={styles[colour]}>
        {text}
      </span>
    ),
  );
});
