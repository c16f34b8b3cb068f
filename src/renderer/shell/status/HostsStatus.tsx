import { Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ExtensionSnapshot } from '../../../shared/contract/extensions/extension-state.ts';
import { HostDot } from '../../base/hosts/HostDot.tsx';
import { overallHealth, useHosts } from '../../base/hosts/hosts-store.ts';
import { useExtensions } from '../../extensions/extensions-store.ts';
import { HostsPopover } from '../lazy-parts.ts';
import { PartBoundary } from '../PartBoundary.tsx';
import styles from './HostsStatus.module.css';

const none: readonly ExtensionSnapshot[] = [];

/** One dot and one word for all extensions; a click lists their hosts. */
export function HostsStatus() {
  const hosts = useHosts((state) => state.hosts);
  const extensions = useExtensions((state) => state.extensions);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { words, health } = overallHealth(hosts, extensions ?? none);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-testid="hosts-status"
        onClick={() => setOpen(!isOpen)}
      >
        <HostDot health={health} />
        {`Extensions: ${words}`}
      </button>
      {isOpen &&
        createPortal(
          <PartBoundary name="The list of extensions">
            <Suspense>
              <HostsPopover onClose={close} />
            </Suspense>
          </PartBoundary>,
          // The status bar cuts off what is wider than it, and breaks no lines.
          document.body,
        )}
    </>
  );
}
