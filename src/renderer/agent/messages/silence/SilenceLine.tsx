import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { Button } from '../../../base/controls/Button.tsx';
import { TitleText } from '../../agent-servers/calls/CallLine.tsx';
import { useThread } from '../../threads/agent.ts';
import styles from './silence.module.css';
import { formatSilence } from './silence.ts';
import { useSilence } from './use-silence.ts';

export interface SilenceLineProps {
  /** It goes on, and news are due. */
  readonly answer: AnswerView;
  onStop(): void;
}

/** That an answer goes on without news, with what it did last. Announced elsewhere, once. */
export function SilenceLine({ answer, onStop }: SilenceLineProps) {
  const silentMs = useSilence(useThread(({ heardAt }) => heardAt));
  if (silentMs === null) return null;
  const { what, last } = formatSilence(answer, silentMs);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset
    <div role="group" aria-label="The answer is silent" className={styles.line}>
      <p className={styles.words}>
        {what}
        {last !== '' && (
          <>
            {' Last: '}
            <TitleText title={last} />
          </>
        )}
      </p>
      <Button isSmall title="Stop (Esc)" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
