import { ChevronRight, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import type { ToolUse } from '../../shared/contract/provider.ts';
import { classNames } from '../app/class-names.ts';
import styles from './Messages.module.css';
import { CodeBlock } from './markdown/CodeBlock.tsx';
import { prettyJson } from './pretty-json.ts';

/** A tool that the model asked for, its arguments folded away. */
export function ToolUseBlock({ toolUse: { name, input, isInputComplete } }: { readonly toolUse: ToolUse }) {
  const shown = useMemo(() => prettyJson(input), [input]);
  return (
    <details className={classNames(styles.fold, styles.tool)}>
      <summary className={classNames(styles.foldHead, !isInputComplete && styles.shimmer)}>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        <Wrench size={14} aria-hidden />
        <span>
          {isInputComplete ? 'Asks for the tool' : 'Prepares the tool'} <code className={styles.toolName}>{name}</code>
        </span>
      </summary>
      {shown === '' ? (
        <p className={styles.thinking}>It has no arguments.</p>
      ) : (
        <CodeBlock code={shown} language="json" isOpen={!isInputComplete} />
      )}
    </details>
  );
}
