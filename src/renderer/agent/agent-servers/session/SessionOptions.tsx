import { isAmbiguous, OptionMenu } from './OptionMenu.tsx';
import styles from './session.module.css';
import { setSessionOption } from './session-requests.ts';
import { useAgentSession } from './sessions-store.ts';

/** What the agent of the thread lets the person choose: its mode, its model and the like. */
export function SessionOptions() {
  const session = useAgentSession();
  if (session?.phase !== 'ready' || session.options.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset
    <div role="group" aria-label="Options of the agent" className={styles.options}>
      {session.options.map((option) => (
        <OptionMenu
          key={option.id}
          option={option}
          isNamed={isAmbiguous(option, session.options)}
          onSet={(value) => setSessionOption(option.id, value)}
        />
      ))}
    </div>
  );
}
