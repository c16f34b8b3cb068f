import { CornerDownLeft } from 'lucide-react';
import styles from './EmptyThread.module.css';

/** Three things that the bundled model can show at once. */
const suggestions = [
  { text: 'Show me where the parser starts', what: 'an answer with a link into a file' },
  { text: 'Think about it first, then greet me', what: 'a model that thinks before it answers' },
  { text: 'Greet me slowly', what: 'an answer that you can stop' },
];

export interface EmptyThreadProps {
  onTry(text: string): void;
}

export function EmptyThread({ onTry }: EmptyThreadProps) {
  return (
    <div className={styles.empty}>
      <h3 className={styles.heading}>Ask about this project</h3>
      <p className={styles.lead}>
        Models come from extensions. The sample model works without a key or a network; try it with one of these:
      </p>
      <ul className={styles.list}>
        {suggestions.map(({ text, what }) => (
          <li key={text}>
            <button type="button" className={styles.suggestion} onClick={() => onTry(text)}>
              <span className={styles.text}>{text}</span>
              <span className={styles.what}>{what}</span>
              <CornerDownLeft size={16} className={styles.icon} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.lead}>For other models, choose one above; its extension asks for a key when it needs one.</p>
    </div>
  );
}
