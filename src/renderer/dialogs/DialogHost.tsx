import { InstallDialog } from '../extensions/InstallDialog.tsx';
import { QuestionDialog } from '../extensions/QuestionDialog.tsx';
import { AskDialog } from './AskDialog.tsx';
import { CredentialDialog } from './CredentialDialog.tsx';

/** The dialogs that main or another part of the window can ask for. */
export default function DialogHost() {
  return (
    <>
      <CredentialDialog />
      <QuestionDialog />
      <InstallDialog />
      <AskDialog />
    </>
  );
}
