import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';

export interface Compilation {
  /** For its host, with `activate`. */
  readonly component: CompiledComponent;
  /** A module of JavaScript that instantiates it, which its host loads. */
  readonly glue: string;
}
