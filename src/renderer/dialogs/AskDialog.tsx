import { Button } from '../app/controls/Button.tsx';
import { useQuestions } from './ask.ts';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

/** Shows the questions of `ask`, one at a time. */
export function AskDialog() {
  const question = useQuestions((state) => state.questions[0]);
  if (!question) return null;
  const { title, text, actions, number, answer } = question;
  // Enter has to be the harmless answer when no action is the expected one.
  const first = actions.find(({ kind }) => kind === 'primary') ?? actions.find(({ kind }) => kind !== 'danger');
  return (
    <Dialog key={number} title={title} role="alertdialog" onCancel={() => answer(null)}>
      <p className={styles.text}>{text}</p>
      <DialogActions>
        {actions.map((action) => (
          <Button
            key={action.id}
            variant={action.kind ?? 'quiet'}
            data-autofocus={action === first || undefined}
            onClick={() => answer(action.id)}
          >
            {action.label}
          </Button>
        ))}
      </DialogActions>
    </Dialog>
  );
}
