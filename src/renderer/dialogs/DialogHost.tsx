import { useMemo } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import { Button } from '../base/controls/Button.tsx';
import { InstallDialog } from '../extensions/InstallDialog.tsx';
import { QuestionDialog } from '../extensions/questions/QuestionDialog.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { useQuestions } from './ask.ts';
import { CredentialDialog } from './CredentialDialog.tsx';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';
import { AgentFormDialog } from './forms/AgentFormDialog.tsx';
import { type DialogPrompt, removePrompt, shownPrompts, usePrompts } from './prompts.ts';
import { SignInDialog } from './SignInDialog.tsx';
import { VariableDialog } from './VariableDialog.tsx';

/** The dialogs that main or another part of the window can ask for. */
export default function DialogHost() {
  return (
    <>
      <ProviderPrompts />
      <QuestionDialog />
      <AgentFormDialog />
      <InstallDialog />
      <AskDialog />
      <AddressDialog />
    </>
  );
}

/** Prompts of main while a provider is signed in. */
function ProviderPrompts() {
  const waiting = usePrompts((state) => state.waiting);
  const shown = useMemo(() => shownPrompts(waiting), [waiting]);
  return shown.map((prompt) => {
    // A new dialog for each state of a sign-in, so that the focus moves to the control for that state.
    const state = prompt.type === 'sign-in' ? prompt.value.type : prompt.type;
    return <PromptDialog key={`${prompt.value.id} ${state}`} prompt={prompt} />;
  });
}

function PromptDialog({ prompt }: { readonly prompt: DialogPrompt }) {
  const onEnd = () => removePrompt(prompt);
  switch (prompt.type) {
    case 'credential':
      return <CredentialDialog request={prompt.value} onEnd={onEnd} />;
    case 'variable':
      return <VariableDialog question={prompt.value} onEnd={onEnd} />;
    case 'sign-in':
      return <SignInDialog signIn={prompt.value} onEnd={onEnd} />;
  }
}

/** Shows the questions of `ask`, one at a time. */
function AskDialog() {
  const question = useQuestions((state) => state.questions[0]);
  if (!question) return null;
  const { title, text, actions, number, answer } = question;
  // Enter must pick a harmless answer when no action is the primary one.
  const first = actions.find(({ kind }) => kind === 'primary') ?? actions.find(({ kind }) => kind !== 'danger');
  return (
    <Dialog key={number} title={title} role="alertdialog" onCancel={() => answer(null)}>
      <p className={styles.text}>{visibleText(text)}</p>
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
