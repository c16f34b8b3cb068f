import { abortable } from '../../../shared/bounded.ts';
import { Semaphore } from '../../../shared/semaphore.ts';
import type { ComponentInstance } from './component-instance.ts';

/** Calls and streams of an extension that run at a time; others wait. */
const mostAtOnce = 32;

/** How a pool gets an instance. */
export interface MakeInstance {
  open(): Promise<ComponentInstance>;
  /** Lets the component begin in it. The pool may close it meanwhile. */
  begin(instance: ComponentInstance): Promise<void>;
}

/**
 * The instances of a component: one for each stream, and one for other calls, which take another one while it is busy: a
 * sign-in may wait for a person. One more is kept ready for the next stream, after the first one.
 */
export class InstancePool {
  readonly #make: MakeInstance;
  readonly #running = new Semaphore(mostAtOnce);
  readonly #live = new Set<ComponentInstance>();
  #idle: ComponentInstance | undefined;
  #spare: Promise<ComponentInstance> | undefined;
  #isClosed = false;

  constructor(make: MakeInstance) {
    this.#make = make;
  }

  /** Begins the instance for calls. */
  async start(instance: ComponentInstance): Promise<void> {
    this.#idle = await this.#begun(instance);
  }

  /** Runs a call in an instance that does nothing else. One that is stopped already is called, as in other runtimes. */
  run<T>(task: (instance: ComponentInstance) => Promise<T>, signal: AbortSignal): Promise<T> {
    const until = signal.aborted ? undefined : signal;
    return this.#running.run(async () => {
      const idle = this.#idle;
      this.#idle = undefined;
      const instance = idle && !idle.isOver ? idle : await this.#fresh(until);
      try {
        return await task(instance);
      } finally {
        if (instance.isOver || this.#idle) this.release(instance);
        else this.#idle = instance;
      }
    }, until);
  }

  /** An instance that has been used for nothing, for one stream. @returns it, and what ends its use */
  async take(signal?: AbortSignal): Promise<{ readonly instance: ComponentInstance; end(): void }> {
    const end = await this.#running.begin(signal);
    try {
      const instance = await this.#fresh(signal);
      this.#prepare();
      return {
        instance,
        end: () => {
          this.release(instance);
          end();
        },
      };
    } catch (thrown) {
      end();
      throw thrown;
    }
  }

  release(instance: ComponentInstance): void {
    this.#live.delete(instance);
    instance.close();
  }

  closeAll(): void {
    this.#isClosed = true;
    for (const instance of [...this.#live]) this.release(instance);
  }

  /** @throws {FailureError} `cancelled` when the signal aborts before there is one: a component may take its time to begin */
  async #fresh(signal?: AbortSignal): Promise<ComponentInstance> {
    const coming = this.#next();
    if (!signal) return coming;
    try {
      return await abortable(coming, signal);
    } catch (thrown) {
      // Nobody waits for it any more.
      coming.then(
        (instance) => this.release(instance),
        () => undefined,
      );
      throw thrown;
    }
  }

  async #next(): Promise<ComponentInstance> {
    const ready = this.#spare;
    this.#spare = undefined;
    // If it could not be made, another one tells why.
    const spare = await ready?.catch(() => undefined);
    return spare && !spare.isOver ? spare : this.#made();
  }

  #prepare(): void {
    if (this.#spare || this.#isClosed) return;
    this.#spare = this.#made();
    this.#spare.catch(() => undefined);
  }

  async #made(): Promise<ComponentInstance> {
    return this.#begun(await this.#make.open());
  }

  async #begun(instance: ComponentInstance): Promise<ComponentInstance> {
    // From now on: one that waits before it has begun is closed with the others.
    this.#live.add(instance);
    if (this.#isClosed) this.release(instance);
    try {
      await this.#make.begin(instance);
    } catch (thrown) {
      this.release(instance);
      throw thrown;
    }
    return instance;
  }
}
