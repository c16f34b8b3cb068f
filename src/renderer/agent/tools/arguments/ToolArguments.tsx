import { useMemo } from 'react';
import { ExactText } from '../ExactText.tsx';
import styles from '../tools.module.css';
import { prettyJson } from './pretty-json.ts';

/** Exactly what a tool is called with, a property a line. @param props.input JSON text, as the model wrote it */
export function ToolArguments({ input }: { readonly input: string }) {
  const shown = useMemo(() => prettyJson(input), [input]);
  if (shown === '' || shown === '{}') return <p className={styles.quiet}>No arguments.</p>;
  return <ExactText text={shown} />;
}
