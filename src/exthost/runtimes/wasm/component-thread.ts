import type { FromComponent, ToComponent } from './component-messages.ts';

/** A thread in which one instance of a component runs. */
export interface ComponentThread {
  post(message: ToComponent): void;
  /** @param hear what it says is of this form, but a component is in it: its values are anything */
  onMessage(hear: (message: FromComponent) => void): void;
  /** @param hear gets why the thread could not go on */
  onFailure(hear: (reason: string) => void): void;
  /** At once, whatever it does. */
  end(): void;
}

/** @param name for inspectors */
export type MakeThread = (name: string) => ComponentThread;
