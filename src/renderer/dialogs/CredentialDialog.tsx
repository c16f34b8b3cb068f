import { Eye, EyeOff, KeyRound, Lock } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { type Failure, toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../app/controls/Button.tsx';
import { IconButton } from '../app/controls/IconButton.tsx';
import { failureInWords } from '../app/failure-words.ts';
import { api } from '../bridge.ts';
import { receiveCredentialEvent, useCredentialRequests } from './credential-requests.ts';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

/** Shows the requests for a key, one at a time. */
export function CredentialDialog() {
  const request = useCredentialRequests(({ waiting }) => waiting[0]);
  if (!request) return null;
  const remove = () => receiveCredentialEvent({ type: 'credential-request-ended', requestId: request.id });
  return <RequestDialog key={request.id} request={request} onEnd={remove} />;
}

const keptIn: Readonly<Record<CredentialRequest['keptIn'], string>> = {
  keychain: 'Kept in your system keychain.',
  session: 'No keyring answers on this computer, so the key is kept only until you quit. It is not written to disk.',
};

interface RequestDialogProps {
  readonly request: CredentialRequest;
  onEnd(): void;
}

/** What is typed lives in the field alone, and the field is emptied when main has it. */
function RequestDialog({ request, onEnd }: RequestDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const keptId = useId();
  const [isEmpty, setEmpty] = useState(true);
  const [isShown, setShown] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const answer = async (value: string | null): Promise<Failure | null> => {
    try {
      const result = await api.credentials.answer(request.id, value);
      return result.ok ? null : result.failure;
    } catch (thrown) {
      return toFailure(thrown);
    }
  };
  const clear = () => {
    if (field.current) field.current.value = '';
  };
  const cancel = () => {
    clear();
    void answer(null);
    onEnd();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || input.value.trim() === '' || isSaving) return;
    setSaving(true);
    setFailure(null);
    const refused = await answer(input.value.trim());
    setSaving(false);
    if (refused) return setFailure(refused);
    clear();
    onEnd();
  };

  return (
    <Dialog
      title={`${request.providerName} needs a key`}
      icon={<KeyRound size={16} aria-hidden />}
      onCancel={cancel}
      width={440}
    >
      <form onSubmit={save} autoComplete="off">
        <p className={styles.asker}>
          <span>Asked for by the extension</span>
          <span className={styles.name}>{request.extensionName}</span>
          <span className={styles.id}>{request.extensionId}</span>
        </p>
        <label className={styles.label} htmlFor={fieldId}>
          {request.label}
        </label>
        <div className={styles.field}>
          <input
            ref={field}
            id={fieldId}
            className={styles.input}
            type={isShown ? 'text' : 'password'}
            placeholder={request.placeholder}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={keptId}
            data-autofocus
            onChange={(event) => setEmpty(event.target.value.trim() === '')}
          />
          <IconButton
            label={isShown ? 'Hide what is typed' : 'Show what is typed'}
            aria-pressed={isShown}
            className={styles.reveal}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        </div>
        <p id={keptId} className={styles.kept}>
          <Lock size={14} aria-hidden />
          <span>{keptIn[request.keptIn]}</span>
        </p>
        {failure && (
          <p role="alert" className={styles.failure}>
            {failureInWords(failure)}
          </p>
        )}
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isEmpty || isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
