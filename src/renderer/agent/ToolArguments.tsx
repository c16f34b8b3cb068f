import { useMemo } from 'react';
import messages from './Messages.module.css';
import { CodeBlock } from './markdown/CodeBlock.tsx';
import { prettyJson } from './pretty-json.ts';
import styles from './ToolUseBlock.module.css';

export interface ToolArgumentsProps {
  /** JSON text, as the model wrote it. */
  readonly input: string;
  /** More of it is to come. */
  readonly isOpen?: boolean;
}

/** What a tool is called with, a property a line. */
export function ToolArguments({ input, isOpen = false }: ToolArgumentsProps) {
  const shown = useMemo(() => prettyJson(input), [input]);
  if (shown === '' || shown === '{}') return <p className={messages.thinking}>It has no arguments.</p>;
  return (
    <div className={styles.code}>
      <CodeBlock code={shown} language="json" isOpen={isOpen} />
    </div>
  );
}
