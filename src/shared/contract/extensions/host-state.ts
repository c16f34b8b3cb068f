import type { Failure } from '../errors.ts';
import type { HostKind } from './host-kind.ts';

export type HostStatus = 'stopped' | 'starting' | 'running' | 'unresponsive' | 'restarting' | 'failed';

/** An extension host, for the status bar. */
export interface HostSnapshot {
  readonly id: string;
  readonly kind: HostKind;
  readonly status: HostStatus;
  readonly pid?: number | undefined;
  readonly extensions: readonly { readonly id: string; readonly name: string }[];
  /** Reason for `failed` or `restarting`. */
  readonly failure?: Failure | undefined;
}

/** A message above the status bar, with actions. */
export interface Notice {
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** Start of the event in ms since 1970, if it is still going on: the elapsed seconds are shown. */
  readonly since?: number | undefined;
  /** It waits for the person until it is withdrawn: dismissed, it leaves the screen and stays in the list. */
  readonly isPending?: true | undefined;
}
