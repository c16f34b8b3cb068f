import { type RefObject, useCallback, useId, useRef, useState } from 'react';
import type { ContextUse } from '../../../shared/contract/provider.ts';
import { answeringAgent } from '../agent-servers/session/sessions-store.ts';
import { useLeaving } from '../history/use-leaving.ts';
import { useAgent } from '../threads/agent.ts';
import { ContextBar } from './ContextBar.tsx';
import { ContextDetails } from './ContextDetails.tsx';
import styles from './ContextMeter.module.css';
import { fillOf, formatContext, shortContext } from './format-context.ts';

/**
 * The share of the model's context that the thread takes: a thin bar, with words in its tooltip. It opens the details of
 * the thread's usage and its limit.
 */
export function ContextMeter({ context }: { readonly context: ContextUse }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isAgents = useAgent((state) => answeringAgent(state) !== null);
  const words = formatContext(context, isAgents);
  const fill = fillOf(context);
  const close = useCallback((refocuses: boolean) => {
    setOpen(false);
    if (refocuses) button.current?.focus();
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        title={words}
        data-level={fill?.level}
        aria-label={`Context: ${words}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden>{shortContext(context)}</span>
        {fill && <ContextBar share={fill.percent} />}
      </button>
      {isOpen && <Popover id={id} button={button} context={context} onClose={close} />}
    </>
  );
}

interface PopoverProps {
  readonly id: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly context: ContextUse;
  onClose(refocuses: boolean): void;
}

function Popover({ id, button, context, onClose }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  useLeaving([element, button], () => onClose(false));
  return (
    <div
      ref={element}
      id={id}
      role="dialog"
      aria-label="Context and cost"
      className={styles.popover}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose(true);
      }}
    >
      <ContextDetails context={context} onClose={onClose} />
    </div>
  );
}
