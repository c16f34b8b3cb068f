import { Eye, EyeOff, KeyRound, Lock } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { type Failure, type Result, toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../base/controls/Button.tsx';
import { IconButton } from '../base/controls/IconButton.tsx';
import { endSentence, formatFailure } from '../base/format-failure.ts';
import { api } from '../bridge.ts';
import { AddressLine } from './AddressLine.tsx';
import { AskerLine, OwnerIcon } from './AskerLine.tsx';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

export interface CredentialDialogProps {
  readonly request: CredentialRequest;
  onEnd(): void;
}

/**
 * Asks for a key and shows how its check goes. The key lives in the field alone: no state and no store ever holds it,
 * and the field is emptied when the key was accepted, and whenever the dialog goes away.
 */
export function CredentialDialog({ request, onEnd }: CredentialDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const keptId = useId();
  const [isEmpty, setEmpty] = useState(true);
  const [isShown, setShown] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    const input = field.current;
    return () => void (input && empty(input));
  }, []);
  useEffect(() => {
    if (!failure) return;
    field.current?.focus();
    field.current?.select();
  }, [failure]);

  const cancel = async () => {
    const result = await answer(request, null);
    if (!result.ok) return setFailure(result.failure);
    if (field.current) empty(field.current);
    onEnd();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input || input.value.trim() === '' || isChecking) return;
    // The button that was pressed is disabled for a while, and would lose the focus.
    input.focus();
    setChecking(true);
    setFailure(null);
    const result = await answer(request, input.value.trim());
    setChecking(false);
    if (!result.ok && result.failure.code !== 'cancelled') return setFailure(result.failure);
    empty(input);
    onEnd();
  };

  const { kind, title, kept } = wordsOf(request);
  return (
    <Dialog
      title={title}
      icon={<OwnerIcon owner={request} otherwise={<KeyRound size={16} aria-hidden />} />}
      onCancel={cancel}
      width={460}
      anchor="top"
    >
      <form onSubmit={save} autoComplete="off">
        <AskerLine words="Requested by the extension" owner={request} />
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
            readOnly={isChecking}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={keptId}
            aria-invalid={failure !== null}
            data-autofocus
            onChange={(event) => setEmpty(event.target.value.trim() === '')}
          />
          <IconButton
            label={isShown ? 'Hide the key' : 'Show the key'}
            aria-pressed={isShown}
            className={styles.reveal}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        </div>
        {failure && (
          <p role="alert" className={styles.failure}>
            {formatRefusal(failure)}
          </p>
        )}
        <p id={keptId} className={styles.kept}>
          <Lock size={14} aria-hidden />
          <span>{kept}</span>
        </p>
        {request.helpUrl && (
          <AddressLine label={`Where to get a ${kind}:`} url={request.helpUrl} opensFor={request.extensionId} />
        )}
        <DialogActions>
          <span role="status" className={styles.hidden}>
            {isChecking && `Checking the ${kind}…`}
          </span>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isEmpty || isChecking}>
            {isChecking ? 'Checking…' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function empty(input: HTMLInputElement): void {
  input.value = '';
}

async function answer({ id }: CredentialRequest, value: string | null): Promise<Result<null>> {
  try {
    return await api.credentials.answer(id, value);
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) };
  }
}

/** After a wrong key the message is enough: the key is selected, and can be typed over. */
const formatRefusal = (failure: Failure): string =>
  failure.code === 'provider-auth' ? endSentence(failure.message) : formatFailure(failure);

function wordsOf({ providerName, credentialType, replaces, keptIn }: CredentialRequest) {
  const kind = credentialType === 'oauth-token' ? 'token' : 'key';
  const place =
    keptIn === 'keychain'
      ? 'Kept in your system keychain.'
      : `This computer has no keyring, so the ${kind} is kept until you quit and never written to disk.`;
  return {
    kind,
    title: replaces ? `A new ${kind} for ${providerName}` : `${providerName} needs a ${kind}`,
    kept: replaces ? `${place} The current ${kind} stays until the new one is accepted.` : place,
  };
}
