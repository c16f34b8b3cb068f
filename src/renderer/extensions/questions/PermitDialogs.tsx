import { Bot, FileKey, MessagesSquare, Network } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Access } from '../../../shared/contract/access.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { useRest } from '../../base/use-rest.ts';
import { api } from '../../bridge.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import { formatAsk } from '../format-asks.ts';
import { AskedBy, type QuestionOf } from './AskedBy.tsx';

interface PermitDialogProps {
  readonly question: QuestionOf<'secret-file' | 'access' | 'endpoint' | 'host'>;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly note: string;
  readonly isForGood?: boolean;
}

/** Whether an extension may have what it asks for. */
function PermitDialog({ question, icon, children, note, isForGood = false }: PermitDialogProps) {
  // It may come where the extension has had a person press a button before.
  const isHeld = !useRest('permit');
  const answer = (given: 'allow' | 'always' | 'deny' | null) => void api.questions.answer(question.id, given);
  const permit = (given: 'allow' | 'always') => isHeld || answer(given);
  return (
    <Dialog title={question.title} icon={icon} role="alertdialog" width={460} onCancel={() => answer(null)}>
      <AskedBy question={question} />
      {children}
      <p className={dialogStyles.note}>{note}</p>
      <DialogActions>
        <Button data-autofocus onClick={() => answer(null)}>
          Not now
        </Button>
        <Button onClick={() => answer('deny')}>Don’t allow</Button>
        {isForGood && (
          <Button aria-disabled={isHeld} onClick={() => permit('always')}>
            Always allow
          </Button>
        )}
        <Button variant="primary" aria-disabled={isHeld} onClick={() => permit('allow')}>
          Allow
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function SecretFileDialog({ question }: { readonly question: QuestionOf<'secret-file'> }) {
  return (
    <PermitDialog
      question={question}
      icon={<FileKey size={16} aria-hidden />}
      note="Your answer holds for this file until you quit Outrigger."
    >
      <p className={dialogStyles.words}>
        <code className={dialogStyles.code}>{visibleText(question.path)}</code> may hold secrets, such as passwords or
        keys.{question.deed === 'rename' && ' Under another name, the extension can read it without asking you.'}
      </p>
    </PermitDialog>
  );
}

const words: Readonly<Record<Access, string>> = {
  'read-threads':
    'It wants to read what is said in the agent panel: your prompts, the answers, what tools found, and the rules that models are told.',
  'change-threads':
    'It wants to name threads anew, to write notes beside messages, to add or remove labels, or to stop an answer. It can then read threads, too.',
  'steer-models':
    'It wants to see what you write, what models are sent, which tools they call and what those answer, and may change it or stop it. You are still asked about effects as before. It can then read threads, too.',
  'ask-models':
    'It wants to send texts of its own to the models that you have set up. Their services may charge you for it.',
  'spawn-threads':
    'It wants to give tasks of its own to the models that you have set up, each in a thread that you see in the list, and to read what is said there. Their services may charge you for it. What their tools do is judged by your rules, and you are asked as ever.',
};

const standing = 'Allow holds until you quit Outrigger, Always allow until you take it back in the Extensions view.';

export function AccessDialog({ question }: { readonly question: QuestionOf<'access'> }) {
  const { access, hosts } = question;
  const Icon = access === 'ask-models' ? Bot : MessagesSquare;
  return (
    <PermitDialog question={question} icon={<Icon size={16} aria-hidden />} note={standing} isForGood>
      <p className={dialogStyles.words}>
        {words[access]}
        {hosts.length > 0 && access !== 'ask-models' && ` ${formatAsk({ kind: 'network', hosts }, 'worker')}`}
      </p>
    </PermitDialog>
  );
}

export function EndpointDialog({ question }: { readonly question: QuestionOf<'endpoint'> }) {
  const { address, dialect, variable } = question;
  return (
    <PermitDialog question={question} icon={<Network size={16} aria-hidden />} note={standing} isForGood>
      <p className={dialogStyles.words}>
        Its models are at <code className={dialogStyles.code}>{visibleText(address)}</code>, which it calls as a service
        of the kind <code className={dialogStyles.code}>{visibleText(dialect)}</code>. What is said in threads with them
        goes there, with what tools find.
      </p>
      {variable !== undefined && (
        <p className={dialogStyles.words}>
          The key in the environment variable <code className={dialogStyles.code}>{visibleText(variable)}</code> goes
          there too.
        </p>
      )}
    </PermitDialog>
  );
}

export function HostDialog({ question }: { readonly question: QuestionOf<'host'> }) {
  const { host, isPrivate, reads } = question;
  const isOpen = host.startsWith('http:');
  return (
    <PermitDialog question={question} icon={<Network size={16} aria-hidden />} note={standing} isForGood>
      <p className={dialogStyles.words}>
        It wants to talk to <code className={dialogStyles.code}>{visibleText(host)}</code>
        {isPrivate && ', on this computer or in its network, where programs often trust whoever reaches them'}
        {isOpen && !isPrivate && ', by http, which others can read'}. It may fetch things from there
        {reads ? ', and send there what it has read in the open folder.' : ', and send there what it knows.'}
      </p>
    </PermitDialog>
  );
}
