import { ArrowRightLeft } from 'lucide-react';
import { memo } from 'react';
import { Fold } from '../../messages/Fold.tsx';
import own from '../../messages/message.module.css';
import { Piece } from '../../messages/Piece.tsx';
import { ExactText } from '../../tools/ExactText.tsx';
import styles from './handover.module.css';

export interface HandedOverProps {
  /** Of the prompt below. */
  readonly promptId: string;
  readonly words: string;
  /** See `HandoverLine`. */
  readonly given: string;
}

/** Says that another answers from here on, and what it was given of what is above. */
export const HandedOver = memo(function HandedOver({ promptId, words, given }: HandedOverProps) {
  const id = `${promptId}/handover`;
  const head = (
    <>
      <ArrowRightLeft size={14} aria-hidden />
      {words}
    </>
  );
  return (
    <Piece id={id} className={own.compaction} estimate={() => 40} source={() => ''}>
      {given === '' ? (
        <p className={styles.line}>{head}</p>
      ) : (
        <Fold id={id} head={head}>
          <div className={styles.given}>
            <ExactText text={given.trim()} />
          </div>
        </Fold>
      )}
    </Piece>
  );
});
