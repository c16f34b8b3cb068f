import { CornerDownLeft } from 'lucide-react';
import { useContext } from 'react';
import type { PromptSuggestion } from '../../../shared/contract/provider.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { answeringAgent } from '../agent-servers/session/sessions-store.ts';
import { LinkContext } from '../markdown/link-environment.ts';
import { usePathState } from '../markdown/paths/use-path-state.ts';
import { findModel } from '../models/model-list.ts';
import { useAgent } from '../threads/agent.ts';
import { shownAnswerer } from '../threads/agent-state.ts';
import styles from './EmptyThread.module.css';
import { suggestionsFor } from './suggestions.ts';

export interface EmptyThreadProps {
  onTry(text: string): void;
}

/** Suggestions in a thread without messages. */
export function EmptyThread({ onTry }: EmptyThreadProps) {
  const providers = useAgent((state) => state.providers);
  const model = useAgent(shownAnswerer);
  const agentRef = useAgent(answeringAgent);
  const hasFolder = useContext(LinkContext)?.root !== undefined;
  const found = findModel(providers ?? [], model);
  const suggestions = found ? suggestionsFor({ ...found, hasFolder }) : [];
  return (
    <div className={styles.empty}>
      <h3 className={styles.heading}>{hasFolder ? 'Ask about this project' : 'Ask anything'}</h3>
      {agentRef !== null && (
        <p className={styles.lead}>
          {agentName(agentRef)} answers, and works in the folder by itself. / lists its commands.
        </p>
      )}
      {found && (
        <p className={styles.lead}>{found.provider.greeting ?? `${found.info.name} answers. You could ask:`}</p>
      )}
      {suggestions.length > 0 && (
        <ul className={styles.list}>
          {suggestions.map((suggestion) => (
            <Suggestion key={suggestion.prompt} suggestion={suggestion} onTry={onTry} />
          ))}
        </ul>
      )}
      <p className={styles.lead}>
        You can choose another model {agentRef !== null && 'or agent '}at any time. It asks for a key if it needs one.
      </p>
    </div>
  );
}

interface SuggestionProps extends EmptyThreadProps {
  readonly suggestion: PromptSuggestion;
}

/** Renders nothing if the file that it is about does not exist. */
function Suggestion({ suggestion: { prompt, shows, file }, onTry }: SuggestionProps) {
  const [state] = usePathState(file);
  if (file !== undefined && state !== 'file') return null;
  return (
    <li>
      <button type="button" className={styles.suggestion} onClick={() => onTry(prompt)}>
        <span className={styles.text}>{prompt}</span>
        <span className={styles.what}>{shows}</span>
        <CornerDownLeft size={16} className={styles.icon} aria-hidden />
      </button>
    </li>
  );
}
