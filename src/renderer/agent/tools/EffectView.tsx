import { TriangleAlert } from 'lucide-react';
import type { ToolEffect } from '../../../shared/contract/tool.ts';
import { ChangeList } from './ChangeList.tsx';
import { ExactText } from './ExactText.tsx';
import styles from './effects.module.css';
import { visibleText } from './visible-text.ts';

export interface EffectViewProps {
  readonly effect: ToolEffect | undefined;
  /** A person is to decide about it; otherwise it stands below a line that names it. */
  readonly isAsked?: boolean;
}

/** What a call does, exactly: the change, the line, the address. Of a tool that just runs there is nothing to show. */
export function EffectView({ effect, isAsked = false }: EffectViewProps) {
  switch (effect?.type) {
    case undefined:
    case 'run':
      return null;
    case 'read':
      return <ExactText text={effect.path} />;
    case 'change':
      return <ChangeList changes={effect.changes} isNamed={isAsked || effect.changes.length > 1} />;
    case 'fetch':
      return (
        <pre className={styles.exact}>
          <Address url={effect.url} />
        </pre>
      );
    case 'command':
      return (
        <>
          <ExactText text={effect.line} />
          <p className={styles.quiet}>
            {effect.cwd === '.' ? 'In the open folder' : 'In '}
            {effect.cwd !== '.' && <code>{visibleText(effect.cwd)}</code>}
          </p>
          {isAsked && effect.warning !== undefined && (
            <p className={styles.warning}>
              <TriangleAlert size={14} aria-hidden />
              <span>{effect.warning}</span>
            </p>
          )}
        </>
      );
  }
}

/** The whole address; the host, which decides where it goes, stands out. */
function Address({ url }: { readonly url: string }) {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#\\]*)(.*)$/is.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '') return visibleText(url);
  return (
    <>
      <span className={styles.faint}>{visibleText(scheme + authority.slice(0, -host.length))}</span>
      <strong>{visibleText(host)}</strong>
      <span className={styles.faint}>{visibleText(rest)}</span>
    </>
  );
}
