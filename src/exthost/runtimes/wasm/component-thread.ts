import type { FromComponent, ToComponent } from './component-messages.ts';
import type { NestedThread } from './nested-thread.ts';

/** A thread in which one instance of a component runs. */
export type ComponentThread = NestedThread<ToComponent, FromComponent>;

/** @param name for inspectors */
export type MakeThread = (name: string) => ComponentThread;
