import type { Ask } from '../../shared/contract/extensions/extension-state.ts';
import { type HostKind, hostKinds } from '../../shared/contract/extensions/host-kind.ts';
import styles from './ExtensionsView.module.css';
import { formatAsk } from './format-asks.ts';

interface AskListProps {
  readonly asks: readonly Ask[];
  /** The kind of host that it runs in, or would; null without code. */
  readonly hostKind: HostKind | null;
}

/** The permissions that an extension asks for. */
export function AskList({ asks, hostKind }: AskListProps) {
  if (asks.length === 0) {
    return (
      <p className={styles.quiet}>
        {hostKind ? hostKinds[hostKind].asksNothing : 'It asks for nothing: it has no code.'}
      </p>
    );
  }
  return (
    <ul className={styles.asks}>
      {asks.map((ask) => (
        <li key={ask.kind} data-kind={ask.kind}>
          {formatAsk(ask, hostKind)}
        </li>
      ))}
    </ul>
  );
}
