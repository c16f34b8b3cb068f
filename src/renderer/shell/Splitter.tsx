import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './Splitter.module.css';

export interface SplitterProps {
  /** Names what is resized. */
  readonly label: string;
  /** The id of the pane that is resized. */
  readonly controls: string;
  /** On which side of the splitter that pane is. */
  readonly side: 'left' | 'right';
  /** Pixels. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  onResize(value: number): void;
  onCollapse(): void;
}

const keyStep = 16;
/** Dragged this far below its least width, the pane collapses. */
const collapseBelow = 60;

/** The border between two panes: drag it, or move it with the arrow keys; Enter or a far drag hides the pane. */
export function Splitter({ label, controls, side, value, min, max, onResize, onCollapse }: SplitterProps) {
  const drag = useRef<{ pointerX: number; value: number } | null>(null);
  const direction = side === 'left' ? 1 : -1;
  const resize = (wished: number) => onResize(Math.round(Math.min(Math.max(wished, min), max)));

  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { pointerX: event.clientX, value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const wished = drag.current.value + direction * (event.clientX - drag.current.pointerX);
    if (wished >= min - collapseBelow) return resize(wished);
    drag.current = null;
    onCollapse();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wished: Readonly<Record<string, number>> = {
      ArrowRight: value + direction * keyStep,
      ArrowLeft: value - direction * keyStep,
      Home: min,
      End: max,
    };
    const next = wished[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) onCollapse();
    else resize(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, which <hr> is not
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={Math.round(max)}
      tabIndex={0}
      className={styles.splitter}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
