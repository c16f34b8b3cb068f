import { useContext } from 'react';
import type { AgentCall } from '../../../../shared/content/agent-items.ts';
import { visibleName } from '../../../../shared/visible-text.ts';
import { relativePath } from '../../../base/paths.ts';
import { PathLink } from '../../markdown/Link.tsx';
import { LinkContext } from '../../markdown/link-environment.ts';
import styles from './calls.module.css';

/** The files that a call works on, as links. */
export function CallLocations({ locations }: { readonly locations: NonNullable<AgentCall['locations']> }) {
  const root = useContext(LinkContext)?.root;
  if (locations.length === 0) return null;
  return (
    <ul className={styles.locations} aria-label="Files">
      {locations.map(({ path, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an agent may name a place twice
        <li key={index}>
          <PathLink
            usual={{ kind: 'file', path, ...(line !== undefined && { line }) }}
            literal={null}
            heading={undefined}
          >
            {visibleName(relativePath(root, path))}
            {line !== undefined && `:${line}`}
          </PathLink>
        </li>
      ))}
    </ul>
  );
}
