import { type KeyboardEvent, useState } from 'react';
import { longestAnswer } from '../../../shared/contract/question.ts';
import { formatKey } from '../../base/commands/keys.ts';
import { Button } from '../../base/controls/Button.tsx';
import { isMac } from '../../base/environment.ts';
import { api } from '../../bridge.ts';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import { AskedBy, type QuestionOf } from './AskedBy.tsx';
import styles from './QuestionDialog.module.css';

/** A line of text, or several. */
export function PromptDialog({ question }: { readonly question: QuestionOf<'prompt'> }) {
  const { id, title, placeholder, isMultiline } = question;
  const [text, setText] = useState(question.value);
  const cancel = () => void api.questions.answer(id, null);
  const accept = () => void api.questions.answer(id, text);
  const onKeyDown = (event: KeyboardEvent) => {
    const isAccepted = event.key === 'Enter' && (isMac ? event.metaKey : event.ctrlKey);
    if (!isAccepted || event.nativeEvent.isComposing) return;
    event.preventDefault();
    accept();
  };
  const field = {
    ...{ 'data-autofocus': true, 'aria-label': title, spellCheck: false, maxLength: longestAnswer },
    ...{ value: text, placeholder },
  };
  return (
    <Dialog title={title} width={isMultiline ? 640 : undefined} onCancel={cancel}>
      <AskedBy question={question} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          accept();
        }}
      >
        {isMultiline ? (
          <textarea
            {...field}
            className={styles.area}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <input
            {...field}
            className={styles.input}
            // Selected, so that the proposed text can be typed over.
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" title={isMultiline ? formatKey('Mod+Enter', isMac) : undefined}>
            OK
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
