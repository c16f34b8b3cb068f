import type { Ask } from '../../shared/contract/extension-state.ts';
import type { HostKind } from '../../shared/contract/host-kind.ts';
import styles from './ExtensionsView.module.css';
import { formatAsk } from './format-asks.ts';

/** What an extension may do once it runs. */
export function AskList({ asks, hostKind }: { readonly asks: readonly Ask[]; readonly hostKind?: HostKind }) {
  if (asks.length === 0) {
    return (
      <p className={styles.quiet}>
        {hostKind === 'process'
          ? 'It asks for nothing.'
          : 'It asks for nothing: it runs in a sandbox without files and network.'}
      </p>
    );
  }
  return (
    <ul className={styles.asks}>
      {asks.map((ask) => (
        <li key={ask.kind} data-kind={ask.kind}>
          {formatAsk(ask)}
        </li>
      ))}
    </ul>
  );
}
