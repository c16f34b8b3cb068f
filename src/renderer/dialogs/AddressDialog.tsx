import { Globe } from 'lucide-react';
import type { AddressQuestion } from '../../shared/contract/address.ts';
import { visibleName, visibleText } from '../../shared/visible-text.ts';
import { Button } from '../base/controls/Button.tsx';
import { api } from '../bridge.ts';
import { receiveAddressQuestion, useAddressQuestions } from './address-questions-store.ts';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

/** Asks before an address is opened. Its host is large: that is the part a person can judge. */
export function AddressDialog() {
  const question = useAddressQuestions((state) => state.waiting[0]);
  if (!question) return null;
  const answer = (isAllowed: boolean) => {
    void api.addresses.answer(question.id, isAllowed);
    // Closed at once; main's own event comes later.
    receiveAddressQuestion({ type: 'address-question-ended', questionId: question.id });
  };
  const { asker, agent, host, asciiHost, namedHost, url } = question;
  return (
    <Dialog
      key={question.id}
      title="Open this address in your browser?"
      icon={<Globe size={16} aria-hidden />}
      role="alertdialog"
      width={460}
      onCancel={() => answer(false)}
    >
      {asker ? (
        <p className={styles.asker}>
          <span>For the extension</span>
          <span className={styles.name}>{asker.extensionName}</span>
          <span className={styles.id}>{asker.extensionId}</span>
        </p>
      ) : agent ? (
        <>
          <p className={styles.asker}>
            <span>Asked by the agent</span>
            <span className={styles.name}>{visibleName(agent.name)}</span>
          </p>
          <p className={styles.words}>{visibleText(agent.reason)}</p>
        </>
      ) : (
        <p className={styles.words}>A link in the thread leads to</p>
      )}
      <p className={styles.largeHost}>{host}</p>
      {asciiHost !== undefined && <p className={styles.note}>In plain letters: {asciiHost}</p>}
      <p className={styles.words}>{reasonOf(question)}</p>
      <p className={styles.addressText}>
        <code className={styles.code}>{url}</code>
      </p>
      {namedHost === undefined && !agent && <p className={styles.note}>You are asked once per host.</p>}
      <DialogActions>
        <Button data-autofocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button onClick={() => answer(true)}>Open</Button>
      </DialogActions>
    </Dialog>
  );
}

function reasonOf({ asker, agent, namedHost }: AddressQuestion): string {
  if (agent) return 'Your browser goes there. Whatever the address contains is sent there.';
  if (namedHost === '') return 'This link’s text hides where it goes.';
  if (namedHost !== undefined) return `The link’s text shows another host: ${namedHost}`;
  if (asker) return 'The extension did not declare this host. Whatever the address contains is sent there.';
  return 'Neither you nor the files of this folder mention this host. Whatever the address contains is sent there.';
}
