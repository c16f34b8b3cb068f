import type { ProviderPage, VariableState } from '../../../shared/contract/credential.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';

export interface ProviderVariablesProps {
  readonly page: ProviderPage;
  onChange(): void;
}

const decisions: Readonly<Record<VariableState['decision'], string>> = {
  allowed: 'The extension may read it.',
  denied: 'The extension may not read it.',
  undecided: 'You are asked before the extension reads it.',
};

/** The environment variables that the extension may ask for, and the person's decisions on them. */
export function ProviderVariables({ page, onChange }: ProviderVariablesProps) {
  const { extensionId, variables } = page;
  const action = useAction();
  const set = async (name: string, isAllowed: boolean) => {
    await action.run(name, () => api.providers.setVariable(extensionId, name, isAllowed));
    onChange();
  };
  return (
    <section className={styles.section} aria-labelledby="provider-variables">
      <h4 id="provider-variables" className={styles.subheading}>
        Environment
      </h4>
      <ul>
        {variables.map(({ name, isPresent, decision }) => {
          const isAllowed = decision === 'allowed';
          return (
            <li key={name} className={styles.row}>
              <div className={styles.key}>
                <div className={styles.keyText}>
                  <p className={styles.variable}>{name}</p>
                  <p className={styles.quiet}>
                    {isPresent ? 'It is set.' : 'It was not set when the app started.'} {decisions[decision]}
                  </p>
                </div>
                <Button
                  aria-label={`${isAllowed ? 'Revoke' : 'Allow'} ${name}`}
                  aria-disabled={action.running !== null}
                  onClick={() => set(name, !isAllowed)}
                >
                  {isAllowed ? 'Revoke' : 'Allow'}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
    </section>
  );
}
