import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `primary`: the one thing most people want in this view. `danger`: it loses something, and says so under the pointer.
   * `floating`: it lies over a text. Default: `quiet`.
   */
  readonly variant?: 'primary' | 'quiet' | 'danger' | 'floating';
  /** For a row of a list, or a bar. */
  readonly isSmall?: boolean;
}

/** A button with words on it. Not a submit button unless `type` says so. */
export function Button({ variant = 'quiet', isSmall = false, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(styles.button, styles[variant], isSmall && styles.small, className)}
      {...rest}
    />
  );
}
