import { Check, Copy, FileDiff, TextCursorInput } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { visibleName } from '../../../shared/visible-text.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { copyText } from '../../base/copy-text.ts';
import { CodeActionsContext } from './code-actions.ts';
import { LinkContext } from './link-environment.ts';
import styles from './markdown.module.css';
import { pathOfCode } from './paths/path-of-code.ts';

export interface CodeButtonsProps {
  /** The code in the block below, which may be a part. */
  readonly code: string;
  wholeCode(): string;
  readonly language: string;
  readonly info: string;
  /** The code is complete, and there is an editor beside the panel. */
  readonly mayBeUsed: boolean;
}

/** Buttons for a block of code. */
export function CodeButtons({ code, wholeCode, language, info, mayBeUsed }: CodeButtonsProps) {
  const actions = useContext(CodeActionsContext);
  const platform = useContext(LinkContext)?.platform;
  const path = mayBeUsed && platform ? pathOfCode(language, info, code, platform) : undefined;
  return (
    <span className={styles.codeButtons}>
      {actions && mayBeUsed && (
        <>
          <IconButton label="Insert at the cursor" className={styles.copy} onClick={() => actions.insert(wholeCode())}>
            <TextCursorInput size={14} />
          </IconButton>
          <IconButton
            label={path === undefined ? 'Apply to a file…' : `Apply to ${visibleName(path)}…`}
            className={styles.copy}
            onClick={() => actions.apply(wholeCode(), path)}
          >
            <FileDiff size={14} />
          </IconButton>
        </>
      )}
      <CopyButton text={wholeCode} />
    </span>
  );
}

function CopyButton({ text }: { readonly text: () => string }) {
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
      onClick={async () => setCopied(await copyText(text()))}
    >
      {isCopied ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}
