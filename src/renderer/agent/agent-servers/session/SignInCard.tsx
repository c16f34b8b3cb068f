import { Copy, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { AgentSignInMethod } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { visibleName, visibleText } from '../../../../shared/visible-text.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { IconButton } from '../../../base/controls/IconButton.tsx';
import { copyText } from '../../../base/copy-text.ts';
import styles from './session.module.css';

export interface SignInCardProps {
  readonly agentName: string;
  readonly methods: readonly AgentSignInMethod[];
  /** @returns when the agent has signed in, or has not */
  onSignIn(methodId: string): Promise<unknown>;
  /** Shows where a key of the agent is set, which may do instead. */
  onKeys(): void;
  /** Tries again what was refused, once the person has signed in elsewhere. */
  onRetry(): void;
}

/** Tells that an agent wants a person to sign in, and how. */
export function SignInCard({ agentName, methods, onSignIn, onKeys, onRetry }: SignInCardProps) {
  const id = useId();
  /** The method that is under way. */
  const [running, setRunning] = useState<string | null>(null);
  const signIn = (methodId: string) => {
    if (running !== null) return;
    setRunning(methodId);
    void onSignIn(methodId).finally(() => setRunning(null));
  };
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.cardTitle}>
        <KeyRound size={14} aria-hidden />
        {agentName} wants you to sign in
      </h3>
      {methods.length === 0 && <p className={styles.quiet}>It does not say how. Its documentation may.</p>}
      <ul className={styles.methods}>
        {methods.map((method) => (
          <li key={method.id}>
            <Method method={method} isRunning={running === method.id} isHeld={running !== null} onSignIn={signIn} />
          </li>
        ))}
      </ul>
      <div className={styles.cardFoot}>
        <p className={styles.quiet}>What you wrote is kept. Outrigger does not see your password.</p>
        <Button onClick={onKeys}>Set a key…</Button>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </section>
  );
}

interface MethodProps {
  readonly method: AgentSignInMethod;
  readonly isRunning: boolean;
  readonly isHeld: boolean;
  onSignIn(methodId: string): void;
}

function Method({ method, isRunning, isHeld, onSignIn }: MethodProps) {
  const { id, name, description, type, command } = method;
  const shown = visibleName(name);
  return (
    <>
      {type === 'agent' && (
        <Button aria-disabled={isHeld} onClick={() => onSignIn(id)} className={styles.method}>
          {isRunning ? `${shown}: waiting for the agent…` : shown}
        </Button>
      )}
      {type === 'terminal' && <p>{shown}</p>}
      {description?.trim() && <p className={styles.quiet}>{visibleText(description.trim())}</p>}
      {type === 'terminal' && command !== undefined && <Command line={command} />}
    </>
  );
}

/** A command that the person runs in a terminal of their own. */
function Command({ line }: { readonly line: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <p className={styles.quiet}>Run this in a terminal, then press Retry.</p>
      <div className={styles.command}>
        <code>{visibleText(line)}</code>
        <IconButton label="Copy the command" onClick={() => void copyText(line).then(setCopied)}>
          <Copy size={14} />
        </IconButton>
      </div>
      <p role="status" className={styles.quiet}>
        {isCopied && 'Copied.'}
      </p>
    </>
  );
}
