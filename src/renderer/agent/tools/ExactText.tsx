import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import styles from './effects.module.css';
import { headOf } from './plain-output.ts';

export interface ExactTextProps {
  readonly text: string;
}

const folded = { lines: 24, characters: 2000 };

/** Text that a person decides about: lines wrap, nothing is hidden, and a cut is announced in words. */
export function ExactText({ text }: ExactTextProps) {
  const [isWhole, setWhole] = useState(false);
  const head = headOf(text, folded);
  const isFolded = head !== null && !isWhole;
  return (
    <div>
      <pre
        className={styles.exact}
        data-whole={(head !== null && isWhole) || undefined}
        tabIndex={head !== null && isWhole ? 0 : undefined}
      >
        {visibleText(isFolded ? head : text)}
      </pre>
      {isFolded && (
        <Button className={styles.goesOn} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}
