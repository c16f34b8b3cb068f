import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { AgentNote } from '../../../../shared/contract/agent-servers/agent-item.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import styles from './notes.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;

/** Something that the agent lets the person know. */
export function AgentNoteLine({ note: { severity, title, text = '' } }: { readonly note: AgentNote }) {
  const Icon = icons[severity];
  return (
    <div className={styles.note} data-severity={severity}>
      <Icon size={14} aria-label={severity} />
      <div className={styles.words}>
        <p>{visibleText(title)}</p>
        {text.trim() !== '' && <Markdown text={text} isStreaming={false} />}
      </div>
    </div>
  );
}
