import { KeyRound } from 'lucide-react';
import type { VariableQuestion } from '../../shared/contract/credential.ts';
import { Button } from '../base/controls/Button.tsx';
import { api } from '../bridge.ts';
import { OwnerIcon } from './AskerLine.tsx';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

export interface VariableDialogProps {
  readonly question: VariableQuestion;
  onEnd(): void;
}

/** Asks whether an extension may read an environment variable. Asked once; Settings can change the answer. */
export function VariableDialog({ question, onEnd }: VariableDialogProps) {
  const { id, extensionId, extensionName, providerName, variable } = question;
  const answer = (isAllowed: boolean | null) => {
    void api.providers.answerVariable(id, isAllowed);
    onEnd();
  };
  return (
    <Dialog
      title={`Let ${extensionName} read ${variable}?`}
      icon={<OwnerIcon owner={question} otherwise={<KeyRound size={16} aria-hidden />} />}
      role="alertdialog"
      width={460}
      onCancel={() => answer(null)}
    >
      <p className={styles.words}>
        <span className={styles.name}>{extensionName}</span> <span className={styles.id}>{extensionId}</span> wants to
        read <code className={styles.code}>{variable}</code> from the environment, for {providerName}. Its value goes to
        that extension alone.
      </p>
      <p className={styles.note}>Your answer is remembered. You can change it in Settings.</p>
      <DialogActions>
        <Button data-autofocus onClick={() => answer(null)}>
          Not now
        </Button>
        <Button onClick={() => answer(false)}>Don’t allow</Button>
        <Button variant="primary" onClick={() => answer(true)}>
          Allow
        </Button>
      </DialogActions>
    </Dialog>
  );
}
