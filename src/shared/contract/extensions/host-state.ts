import type { Failure } from '../errors.ts';
import type { HostKind } from './host-kind.ts';

export type HostStatus = 'stopped' | 'starting' | 'running' | 'unresponsive' | 'restarting' | 'failed';

/** One extension host as the status bar shows it. */
export interface HostSnapshot {
  readonly id: string;
  readonly kind: HostKind;
  readonly status: HostStatus;
  readonly pid?: number | undefined;
  readonly extensions: readonly { readonly id: string; readonly name: string }[];
  /** Why it is `failed` or `restarting`. */
  readonly failure?: Failure | undefined;
}

/** A quiet message above the status bar; it names what happened and offers what to do. */
export interface Notice {
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** When what it tells began, in ms since 1970: while it lasts, the seconds are counted. */
  readonly since?: number | undefined;
}
