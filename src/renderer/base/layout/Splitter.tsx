import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Splitter.module.css';

export interface SplitterProps {
  /** Names what is resized. */
  readonly label: string;
  /** The id of the part that is resized. */
  readonly controls: string;
  /** On which side of the splitter that part is. */
  readonly side: 'left' | 'right' | 'above';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Pixels of one unit of `value`; 1 by default. */
  readonly pixels?: () => number;
  /** Where it lies over the parts, if it has no place between them. */
  readonly at?: { readonly left: string; readonly top: string; readonly width?: string; readonly height?: string };
  onResize(value: number): void;
  /** Enter or a far drag hides the part. Absent: it stays. */
  readonly onCollapse?: () => void;
}

/** Pixels. */
const keyStep = 16;
/** Dragged this many pixels below its least size, the part collapses. */
const collapseBelow = 60;

/** The border between two parts: drag it, or move it with the arrow keys. */
export function Splitter(props: SplitterProps) {
  const { label, controls, side, value, min, max, pixels = () => 1, at, onResize, onCollapse } = props;
  const isRow = side === 'above';
  const drag = useRef<{ pointer: number; value: number } | null>(null);
  const direction = side === 'right' ? -1 : 1;
  const resize = (wished: number) => onResize(Math.min(Math.max(wished, min), max));
  const placeOf = (event: PointerEvent) => (isRow ? event.clientY : event.clientX);

  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { pointer: placeOf(event), value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const wished = drag.current.value + (direction * (placeOf(event) - drag.current.pointer)) / pixels();
    if (!onCollapse || wished >= min - collapseBelow / pixels()) return resize(wished);
    drag.current = null;
    onCollapse();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keyStep / pixels();
    const wished: Readonly<Record<string, number>> = {
      [isRow ? 'ArrowDown' : 'ArrowRight']: value + direction * step,
      [isRow ? 'ArrowUp' : 'ArrowLeft']: value - direction * step,
      Home: min,
      End: max,
    };
    const next = wished[event.key];
    if (next === undefined && !(event.key === 'Enter' && onCollapse)) return;
    event.preventDefault();
    if (next === undefined) onCollapse?.();
    else resize(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, which <hr> is not
    <div
      role="separator"
      aria-orientation={isRow ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      tabIndex={0}
      className={classNames(styles.splitter, isRow && styles.row, at && styles.over)}
      style={at}
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
