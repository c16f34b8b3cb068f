import { Puzzle } from 'lucide-react';
import { Button } from '../base/controls/Button.tsx';
import dialogStyles from '../dialogs/Dialog.module.css';
import { Dialog, DialogActions } from '../dialogs/Dialog.tsx';
import { AskList } from './AskList.tsx';
import styles from './ExtensionsView.module.css';
import { useExtensions } from './extensions-store.ts';
import { answerInstall } from './installing.ts';
import { UnservedNotes } from './UnservedNotes.tsx';
import { isOlder } from './versions.ts';

/** The consent screen: shows an extension and its permissions before any of its code runs. */
export function InstallDialog() {
  const question = useExtensions((state) => state.installQuestions[0]);
  if (!question) return null;
  const {
    token,
    id,
    name,
    version,
    description,
    authors,
    hostKind,
    asks,
    asksMore = [],
    unserved,
    replaces,
  } = question;
  const isBack = replaces !== undefined && isOlder(version, replaces);
  const verb =
    replaces === undefined ? 'Install' : replaces === version ? 'Install again' : isBack ? 'Replace' : 'Update';
  const isAllNew = asksMore.length > 0 && JSON.stringify(asksMore) === JSON.stringify(asks);
  return (
    <Dialog
      key={token}
      title={`${verb} ${name}${isBack ? ' with an older version' : ''}?`}
      icon={<Puzzle size={16} aria-hidden />}
      role="alertdialog"
      width={480}
      onCancel={() => void answerInstall(question, false)}
    >
      <p className={dialogStyles.asker}>
        <span className={dialogStyles.name}>{name}</span>
        <span>{replaces === undefined || replaces === version ? version : `${replaces} → ${version}`}</span>
        <span className={dialogStyles.id}>{id}</span>
      </p>
      {authors.length > 0 && <p className={styles.quiet}>By {authors.join(', ')}, says its manifest.</p>}
      {description !== '' && <p className={styles.description}>{description}</p>}
      {asksMore.length > 0 && (
        <>
          <h3 className={styles.subheading}>What it asks for and {replaces} did not</h3>
          <AskList asks={asksMore} hostKind={hostKind} />
        </>
      )}
      {!isAllNew && (
        <>
          <h3 className={styles.subheading}>What it may do</h3>
          <AskList asks={asks} hostKind={hostKind} />
        </>
      )}
      {unserved.waits.length + unserved.absent.length > 0 && (
        <>
          <h3 className={styles.subheading}>What you will not have</h3>
          <UnservedNotes {...unserved} />
        </>
      )}
      <DialogActions>
        <Button data-autofocus onClick={() => void answerInstall(question, false)}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void answerInstall(question, true)}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
