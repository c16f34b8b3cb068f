import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { toFailure } from '../../../shared/contract/errors.ts';
import type { EffectDecision } from '../../../shared/contract/question.ts';
import { EffectView } from '../../agent/tools/EffectView.tsx';
import { RuleFields } from '../../agent/tools/questions/RuleFields.tsx';
import { TrustOffer } from '../../agent/tools/questions/TrustOffer.tsx';
import { useTrust } from '../../agent/tools/questions/use-trust.ts';
import { Button } from '../../base/controls/Button.tsx';
import { useRest } from '../../base/use-rest.ts';
import { api } from '../../bridge.ts';
import dialogStyles from '../../dialogs/Dialog.module.css';
import { Dialog, DialogActions } from '../../dialogs/Dialog.tsx';
import { AskedBy, type QuestionOf } from './AskedBy.tsx';
import styles from './EffectDialog.module.css';

/** Asks whether an extension may do something outside of a thread, and shows exactly what that is. */
export function EffectDialog({ question }: { readonly question: QuestionOf<'effect'> }) {
  const { effect, patterns, where } = question;
  const id = useId();
  const refusing = useRef<HTMLButtonElement>(null);
  const [isSent, setSent] = useState(false);
  const [hasMore, setMore] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const trust = useTrust(where);
  const mayKeep = trust.isTrusted || effect.type !== 'command';
  // It comes while a person does something else.
  const isHeld = !useRest(`${mayKeep}`) || isSent;
  // The button that was pressed is about to be removed or disabled, and would lose the focus.
  const keepFocus = () => refusing.current?.focus({ preventScroll: true });
  const refuse = () => void api.questions.answer(question.id, null);
  const decide = async (decision: EffectDecision) => {
    if (isHeld) return;
    keepFocus();
    setSent(true);
    setProblem(null);
    try {
      await api.questions.answer(question.id, decision);
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    } finally {
      setSent(false);
    }
  };

  return (
    <Dialog title={question.title} role="alertdialog" width={520} anchor="top" onCancel={refuse}>
      <AskedBy question={question} />
      <div className={styles.effect}>
        <EffectView effect={effect} isAsked />
        {!mayKeep && <TrustOffer isOpen={trust.isOpen} isHeld={isHeld} onTrust={keepFocus} />}
        {hasMore && (
          <RuleFields
            {...{ id, effect, patterns, where }}
            mayAllow={mayKeep}
            isDecided={isHeld}
            onDecide={(decision) => void decide(decision)}
          />
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={dialogStyles.failure}>
          {problem}
        </p>
      )}
      <DialogActions>
        {patterns.length > 0 && (
          <Button aria-expanded={hasMore} aria-controls={hasMore ? id : undefined} onClick={() => setMore(!hasMore)}>
            More {hasMore ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          </Button>
        )}
        <Button ref={refusing} data-autofocus onClick={refuse}>
          Don’t allow
        </Button>
        <Button variant="primary" aria-disabled={isHeld} onClick={() => void decide('allow-once')}>
          Allow once
        </Button>
      </DialogActions>
    </Dialog>
  );
}
