import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The name for a screen reader, shown as the tooltip as well. */
  readonly label: string;
  /** Shown after the label in the tooltip, such as `Ctrl+B`. */
  readonly shortcut?: string | undefined;
  /** One 16 px icon. */
  readonly children: ReactNode;
}

/** A square button that shows one icon. */
export function IconButton({ label, shortcut, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      className={classNames(styles.button, className)}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      {...rest}
    >
      {children}
    </button>
  );
}
