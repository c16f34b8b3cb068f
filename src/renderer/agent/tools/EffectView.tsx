import { TriangleAlert } from 'lucide-react';
import type { ShownChange, ToolEffect } from '../../../shared/contract/tool.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { ChangeHead } from './ChangeHead.tsx';
import { ChangeLines } from './ChangeLines.tsx';
import { ExactText } from './ExactText.tsx';
import styles from './effects.module.css';

export interface EffectViewProps {
  readonly effect: ToolEffect | undefined;
  /** A person must decide about it; otherwise it is below a line that names it. */
  readonly isAsked?: boolean;
}

/** The exact effect of a call: the diff, the command line, the address. Nothing for a tool that just runs. */
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

/** The whole address with its host emphasised, as that decides where it leads. */
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

interface ChangeListProps {
  readonly changes: readonly ShownChange[];
  /** Each change names its file. */
  readonly isNamed: boolean;
}

/** Changes of files, each with its path, its kind in words, and its diff. */
function ChangeList({ changes, isNamed }: ChangeListProps) {
  return (
    <ul className={styles.changes}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one effect never change, and may name a file twice
        <li key={index}>
          {isNamed && <ChangeHead change={change} />}
          <ChangeLines change={change} />
        </li>
      ))}
    </ul>
  );
}
