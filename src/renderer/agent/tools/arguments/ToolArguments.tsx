import { useMemo } from 'react';
import { ExactText } from '../ExactText.tsx';
import styles from '../tools.module.css';
import { prettyJson } from './pretty-json.ts';

/** The exact arguments of a call, one property a line. @param props.input JSON text, as the model wrote it */
export function ToolArguments({ input }: { readonly input: string }) {
  const shown = useMemo(() => prettyJson(input), [input]);
  if (shown === '' || shown === '{}') return <p className={styles.quiet}>No arguments.</p>;
  return <ExactText text={shown} />;
}
