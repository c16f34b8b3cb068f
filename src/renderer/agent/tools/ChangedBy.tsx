import { singleLine } from '../../../shared/harmless-text.ts';
import styles from './tools.module.css';

/** The extensions that had a call, or what came of it, otherwise than it was. */
export const ChangedBy = ({ names }: { readonly names: readonly string[] | undefined }) =>
  names && <p className={styles.changed}>Changed by {names.map(singleLine).join(', ')}</p>;
