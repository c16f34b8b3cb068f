import { InstallDialog } from '../extensions/InstallDialog.tsx';
import { QuestionDialog } from '../extensions/QuestionDialog.tsx';
import { AskDialog } from './AskDialog.tsx';
import { ProviderPrompts } from './ProviderPrompts.tsx';

/** The dialogs that main or another part of the window can ask for. */
export default function DialogHost() {
  return (
    <>
      <ProviderPrompts />
      <QuestionDialog />
      <InstallDialog />
      <AskDialog />
    </>
  );
}
