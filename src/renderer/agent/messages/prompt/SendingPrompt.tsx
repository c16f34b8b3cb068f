import { messageText } from '../../../../shared/typed-shell.ts';
import { PromptImages } from '../../images/PromptImages.tsx';
import type { OutgoingPrompt } from '../../threads/agent-state.ts';
import { cutLines } from '../cut-lines.ts';
import styles from '../Messages.module.css';
import own from '../message.module.css';
import { PromptText } from './PromptText.tsx';

/** A prompt on its way to main, in its future place. Only the beginning of a long one: the rest is shown in the thread. */
export const SendingPrompt = ({ prompt: { text, images } }: { readonly prompt: OutgoingPrompt }) => (
  <div className={own.message}>
    <div className={styles.prompt}>
      {text !== '' && <PromptText text={cutLines(messageText(text))[0]?.text ?? ''} />}
      {images.length > 0 && <PromptImages images={images} />}
    </div>
    <p className={styles.quiet}>Sending…</p>
  </div>
);
