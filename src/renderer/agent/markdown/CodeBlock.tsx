import { Check, Copy } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { classNames } from '../../app/class-names.ts';
import { IconButton } from '../../app/controls/IconButton.tsx';
import { copyText } from './copy-text.ts';
import type { CodeSpan } from './highlight-code.ts';
import styles from './markdown.module.css';

export interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Still streaming: colours come when it is done. */
  readonly isOpen?: boolean;
  /** Goes on from the block above. */
  readonly continues?: boolean;
}

const mostColoured = 100_000;

export const CodeBlock = memo(function CodeBlock({ code, language, isOpen, continues }: CodeBlockProps) {
  const [spans, setSpans] = useState<readonly CodeSpan[] | null>(null);
  useEffect(() => {
    setSpans(null);
    if (isOpen || language === '' || code.length > mostColoured) return;
    let isCurrent = true;
    const colour = async () => {
      const { highlightCode } = await import('./highlight-code.ts');
      const found = await highlightCode(code, language);
      if (isCurrent) setSpans(found);
    };
    // Code without colours is complete all the same.
    colour().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language, isOpen]);

  return (
    <figure className={classNames(styles.code, continues && styles.codeContinues)}>
      {!continues && (
        <figcaption className={styles.codeHeader}>
          <span>{language || 'text'}</span>
          <CopyButton text={code} />
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre className={styles.pre} tabIndex={0}>
        <code>
          {spans === null
            ? code
            : spans.map(({ text, colour }, index) =>
                colour === undefined ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one code never change
                  <span key={index} className={styles[colour]}>
                    {text}
                  </span>
                ),
              )}
        </code>
      </pre>
    </figure>
  );
});

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy code'}
      className={styles.copy}
      onClick={async () => setCopied(await copyText(text))}
    >
      {isCopied ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}
