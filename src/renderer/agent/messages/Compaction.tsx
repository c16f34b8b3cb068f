import { FoldVertical } from 'lucide-react';
import { memo } from 'react';
import type { CompactionView } from '../../../shared/contract/thread-view.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { formatUsage } from './answer/format-usage.ts';
import { Fold } from './Fold.tsx';
import styles from './Messages.module.css';
import own from './message.module.css';
import { Piece, PieceScope } from './Piece.tsx';

/** The summary that models get in place of the thread above, which can still be read here. */
export const Compaction = memo(function Compaction({ compaction }: { readonly compaction: CompactionView }) {
  const { id, modelName, text } = compaction;
  return (
    <Piece id={id} className={own.compaction} estimate={() => 40} source={() => ''}>
      <PieceScope value={id}>
        <Fold
          id={id}
          head={
            <>
              <FoldVertical size={14} aria-hidden />
              Summarized up to here by {modelName}
            </>
          }
        >
          <div className={own.summary}>
            <Markdown text={text} isStreaming={false} />
          </div>
          <p className={styles.quiet}>{formatUsage(compaction)}</p>
        </Fold>
      </PieceScope>
    </Piece>
  );
});
