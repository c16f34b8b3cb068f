import { Globe } from 'lucide-react';
import { useState } from 'react';
import type { SignIn } from '../../shared/contract/credential.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import { Button } from '../base/controls/Button.tsx';
import { endSentence, formatFailure } from '../base/format-failure.ts';
import { formatSeconds, useNow } from '../base/use-now.ts';
import { api } from '../bridge.ts';
import { AddressLine } from './AddressLine.tsx';
import { AskerLine, OwnerIcon } from './AskerLine.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './Dialog.module.css';
import { Dialog, DialogActions } from './Dialog.tsx';

export interface SignInDialogProps {
  readonly signIn: SignIn;
  onEnd(): void;
}

/** A sign-in that goes on in the browser or on another device. It stays until that ends or the person cancels. */
export function SignInDialog({ signIn, onEnd }: SignInDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const end = () => {
    void api.providers.endSignIn(signIn.id);
    onEnd();
  };
  const open = async () => {
    setProblem(null);
    try {
      const result = await api.providers.openSignIn(signIn.id);
      if (!result.ok) setProblem(formatFailure(result.failure));
    } catch (thrown) {
      setProblem(`The browser was not opened. ${toFailure(thrown).message}`);
    }
  };
  return (
    <Dialog
      title={titleOf(signIn)}
      icon={<OwnerIcon owner={signIn} otherwise={<Globe size={16} aria-hidden />} />}
      width={460}
      onCancel={end}
    >
      <AskerLine words="For the extension" owner={signIn} />
      <Body signIn={signIn} />
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
      <DialogActions>
        {signIn.type === 'browser' && (
          <>
            <Button onClick={end}>Cancel</Button>
            <CopyButton label="Copy address" text={signIn.url} />
            <Button data-autofocus onClick={open}>
              Open again
            </Button>
          </>
        )}
        {signIn.type === 'device' && (
          <>
            <Button onClick={end}>Cancel</Button>
            <Button variant="primary" data-autofocus onClick={open}>
              {signIn.connectButtonLabel || 'Open the page'}
            </Button>
          </>
        )}
        {signIn.type === 'working' && (
          <Button data-autofocus onClick={end}>
            Cancel
          </Button>
        )}
        {(signIn.type === 'done' || signIn.type === 'failed') && (
          <Button variant="primary" data-autofocus onClick={end}>
            Close
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function titleOf(signIn: SignIn): string {
  switch (signIn.type) {
    case 'browser':
      return `Sign in to ${signIn.providerName}`;
    case 'device':
      return signIn.headline || `Sign in to ${signIn.providerName}`;
    case 'working':
      return `Signing in to ${signIn.providerName}…`;
    case 'done':
      return signIn.headline || `Signed in to ${signIn.providerName}`;
    case 'failed':
      return `Not signed in to ${signIn.providerName}`;
  }
}

function Body({ signIn }: { readonly signIn: SignIn }) {
  switch (signIn.type) {
    case 'browser':
      return (
        <>
          <p className={styles.words}>
            Your browser was sent to <strong className={styles.host}>{hostOf(signIn.url)}</strong>. Sign in there; you
            come back here automatically.
          </p>
          <Remaining words="Waiting for the browser" endsAt={signIn.endsAt} />
        </>
      );
    case 'device':
      return (
        <>
          <p className={styles.words}>{signIn.description}</p>
          <div className={styles.device}>
            <output className={styles.deviceCode} aria-label="Code">
              {signIn.userCode}
            </output>
            <CopyButton label="Copy code" text={signIn.userCode} />
          </div>
          <AddressLine label="Enter it at" url={signIn.verificationUrl} />
          <Remaining words="Waiting for you to sign in" endsAt={signIn.endsAt} />
        </>
      );
    case 'working':
      return (
        <p role="status" className={styles.words}>
          The extension has not answered yet.
        </p>
      );
    case 'done':
      return (
        <p role="status" className={styles.words}>
          {signIn.message}
        </p>
      );
    case 'failed':
      return (
        <p role="alert" className={styles.failure}>
          {endSentence(signIn.message)} Nothing was changed.
        </p>
      );
  }
}

function Remaining({ words, endsAt }: { readonly words: string; readonly endsAt: number }) {
  const now = useNow(true);
  return (
    <p className={styles.note}>
      {words}.{' '}
      <span role="timer" aria-live="off">
        {endsAt > now ? `It ends in ${formatSeconds(Math.max(endsAt - now, 1000))}.` : 'Time is up.'}
      </span>
    </p>
  );
}

/** The host of an address, which is the part a person can judge. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
