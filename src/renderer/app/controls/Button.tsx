import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one thing most people want here. `danger`: it loses something. Default: `quiet`. */
  readonly variant?: 'primary' | 'quiet' | 'danger';
}

/** A button with words on it. Not a submit button unless `type` says so. */
export function Button({ variant = 'quiet', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(styles.button, styles[variant], className)} {...rest} />;
}
