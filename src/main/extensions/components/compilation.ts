import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';

/** What was made of a component. */
export interface Compilation {
  /** For its host, with `activate`. */
  readonly component: CompiledComponent;
  /** A module of JavaScript that instantiates it, which its host loads. */
  readonly glue: string;
}
