import { Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { healthOf, statusNames, useHosts, worstStatus } from '../hosts-store.ts';
import { HostsPopover } from '../lazy-parts.ts';
import { PartBoundary } from '../PartBoundary.tsx';
import styles from './HostsStatus.module.css';

/** One dot and one word for all extension hosts; a click lists them. */
export function HostsStatus() {
  const hosts = useHosts((state) => state.hosts);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const worst = worstStatus(hosts);
  const words = worst === null ? 'none running' : statusNames[worst];
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
        <span className={styles.dot} data-health={worst === null ? 'off' : healthOf[worst]} />
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
