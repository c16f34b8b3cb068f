import { memo } from 'react';
import type { CommandReplyView } from '../../../shared/contract/thread-view.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { estimateText } from './estimate-text.ts';
import styles from './Messages.module.css';
import { Piece, PieceScope } from './Piece.tsx';

/** The reply of an extension to a slash command. */
export const CommandReply = memo(function CommandReply({ reply }: { readonly reply: CommandReplyView }) {
  const { id, command, extensionName, text } = reply;
  return (
    <Piece
      id={id}
      as="article"
      className={styles.turn}
      estimate={() => estimateText(text) + 90}
      source={() => `${command}\n\n${text}`}
    >
      <PieceScope value={id}>
        <h3 className={styles.hidden}>You ran a command</h3>
        <p className={styles.prompt}>{command}</p>
        <div className={styles.answer}>
          <h3 className={styles.hidden}>{extensionName} replied</h3>
          {text.trim() === '' ? <p className={styles.quiet}>Done.</p> : <Markdown text={text} isStreaming={false} />}
          <p className={styles.quiet}>{extensionName} · not sent to a model</p>
        </div>
      </PieceScope>
    </Piece>
  );
});
