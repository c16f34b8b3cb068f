import { Button } from '../../base/controls/Button.tsx';
import styles from '../settings.module.css';
import agentStyles from './agents.module.css';
import type { Install } from './use-install.ts';

interface InstallStepsProps {
  readonly name: string;
  readonly install: Install;
  /** What happens, while it is installed. */
  readonly progress: string | null | undefined;
  /** What would come, in words. */
  readonly question: string | null;
  readonly isUpdate: boolean;
  onInstall(): void;
}

/** The question may come long after it was asked for, under the edge of the page. */
const intoView = (question: HTMLElement | null): void => question?.scrollIntoView({ block: 'nearest' });

/** Under a row: what is being done, what is asked, and what went wrong. */
export function InstallSteps({ name, install, progress, question, isUpdate, onInstall }: InstallStepsProps) {
  const { failure } = install.action;
  // What can be done about it is offered below.
  const problem = failure?.code === 'node-missing' ? failure.message : install.action.problem;
  return (
    <>
      {progress != null && (
        <p role="status" className={agentStyles.progress}>
          {progress}…{' '}
          <Button isSmall aria-label={`Cancel installing ${name}`} onClick={install.cancel}>
            Cancel
          </Button>
        </p>
      )}
      {question !== null && (
        <section ref={intoView} aria-label={`Install ${name}?`} className={agentStyles.plan}>
          <p>{question}</p>
          <div className={styles.buttons}>
            <Button isSmall variant="primary" onClick={onInstall}>
              {isUpdate ? 'Update' : 'Install'}
            </Button>
            <Button isSmall onClick={install.cancel}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
      {failure?.code === 'install-failed' && failure.detail !== undefined && (
        <details className={agentStyles.detail}>
          <summary>Details</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
          <pre tabIndex={0}>{failure.detail}</pre>
        </details>
      )}
    </>
  );
}
