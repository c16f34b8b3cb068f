import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import { AskedBy, type QuestionOf } from './AskedBy.tsx';

export function ConfirmDialog({ question }: { readonly question: QuestionOf<'confirm'> }) {
  const answer = (given: 'yes' | 'no' | null) => void api.questions.answer(question.id, given);
  return (
    <Dialog title={question.title} role="alertdialog" width={460} onCancel={() => answer(null)}>
      <AskedBy question={question} />
      {question.text !== '' && <p className={dialogStyles.words}>{question.text}</p>}
      <DialogActions>
        <Button data-autofocus onClick={() => answer('no')}>
          No
        </Button>
        <Button variant="primary" onClick={() => answer('yes')}>
          Yes
        </Button>
      </DialogActions>
    </Dialog>
  );
}
