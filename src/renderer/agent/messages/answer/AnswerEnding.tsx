import { TriangleAlert } from 'lucide-react';
import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import {
  type Failure,
  type FailureCode,
  isMendedAmongAgents,
  isRetryable,
  nextSteps,
} from '../../../../shared/contract/errors.ts';
import type { StopReason } from '../../../../shared/contract/provider.ts';
import { type AnswerEnd, declined } from '../../../../shared/contract/thread.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { openSettings } from '../../../base/overlay-store.ts';
import { formatSeconds, useNow } from '../../../base/use-now.ts';
import styles from '../Messages.module.css';
import { FailureDetail } from './FailureDetail.tsx';

export interface AnswerEndingProps {
  readonly answer: AnswerView;
  readonly end: AnswerEnd;
  readonly onRetry: (() => void) | undefined;
}

const stopWords: Readonly<Record<Exclude<StopReason, 'refusal'>, string>> = {
  'end-turn': '',
  'max-tokens': 'The answer reached this model’s length limit.',
  'tool-use': 'The model is waiting for a tool that cannot run here.',
};

/** The end of an answer: its reason, and the actions possible now. */
export function AnswerEnding({ answer, end, onRetry }: AnswerEndingProps) {
  switch (end.type) {
    case 'stop':
      // A refusal without text is not an empty answer.
      if (end.reason === 'refusal') return <p className={styles.quiet}>{declined('to answer', end.explanation)}</p>;
      return (
        <>
          {answer.parts.length === 0 && <p className={styles.quiet}>{who(answer)} gave an empty answer.</p>}
          {stopWords[end.reason] && <p className={styles.quiet}>{stopWords[end.reason]}</p>}
        </>
      );
    case 'stopped-by-person':
      if (end.failure) return <Failed answer={answer} failure={end.failure} isStopped onRetry={onRetry} />;
      return (
        <p className={styles.ended}>
          {answer.parts.length === 0 ? 'You stopped it.' : 'You stopped it. The answer so far is kept.'}
          {onRetry && <Button onClick={onRetry}>Retry</Button>}
        </p>
      );
    case 'step-limit':
      return (
        <p className={styles.quiet}>
          {isAgentRef(answer.model)
            ? `${answer.modelName} took as many steps as it may in one answer. Send a message to continue.`
            : `The model used tools in ${end.steps} steps without finishing, so it was stopped. Send a message to continue.`}
        </p>
      );
    case 'failed':
      return <Failed answer={answer} failure={end.failure} onRetry={onRetry} />;
  }
}

/** Who answered, at the beginning of a sentence. */
const who = ({ model, modelName }: AnswerView): string => (isAgentRef(model) ? modelName : 'The model');

/** Failures that can be resolved on the provider's page in Settings. */
const mendedInSettings: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'provider-auth',
  'provider-off',
  'credential-missing',
  'invalid-response',
]);

interface FailedProps {
  readonly answer: AnswerView;
  readonly failure: Failure;
  /** A retry was pending, and the person stopped it. */
  readonly isStopped?: boolean;
  readonly onRetry: (() => void) | undefined;
}

function Failed({ answer: { model, endedAt }, failure, isStopped = false, onRetry }: FailedProps) {
  const until = (endedAt ?? 0) + (failure.retryAfterSeconds ?? 0) * 1000;
  const now = useNow(until > Date.now());
  const wait = formatSeconds(until - now + 999);
  return (
    <div role="alert" className={styles.failed}>
      <TriangleAlert size={16} aria-hidden />
      <div className={styles.failedText}>
        <p>{failure.message}</p>
        <p className={styles.nextStep}>
          {isStopped && 'Stopped by you. '}
          {nextSteps[failure.code]}
          {wait !== '' && ` The service asks to wait ${wait}.`}
        </p>
        <FailureDetail detail={failure.detail} />
        <div className={styles.retry}>
          {onRetry && isRetryable(failure) && <Button onClick={onRetry}>Retry</Button>}
          {mendedInSettings.has(failure.code) && (
            <Button onClick={() => openSettings(model.slice(0, model.indexOf('/')))}>Open Settings</Button>
          )}
          {isMendedAmongAgents(failure) && <Button onClick={() => openSettings('agents')}>Open Settings</Button>}
        </div>
      </div>
    </div>
  );
}
