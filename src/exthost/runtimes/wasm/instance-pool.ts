import { Semaphore } from '../../../shared/semaphore.ts';
import type { ComponentInstance } from './component-instance.ts';

/** Calls and streams of an extension that run at a time; others wait. */
const mostAtOnce = 32;

/**
 * The instances of a component: one for each stream, and one for other calls, which take another one while it is busy: a
 * sign-in may wait for a person. One more is kept ready for the next stream, after the first one.
 */
export class InstancePool {
  readonly #make: () => Promise<ComponentInstance>;
  readonly #running = new Semaphore(mostAtOnce);
  readonly #live = new Set<ComponentInstance>();
  #idle: ComponentInstance | undefined;
  #spare: Promise<ComponentInstance> | undefined;
  #isClosed = false;

  /** @param make makes one that has begun */
  constructor(make: () => Promise<ComponentInstance>) {
    this.#make = make;
  }

  /** The instance for calls, until it is closed. */
  start(instance: ComponentInstance): void {
    this.#live.add(instance);
    this.#idle = instance;
  }

  /** Runs a call in an instance that does nothing else. One that is stopped already is called, as in other runtimes. */
  run<T>(task: (instance: ComponentInstance) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#running.run(
      async () => {
        const idle = this.#idle;
        this.#idle = undefined;
        const instance = idle && !idle.isOver ? idle : await this.#fresh();
        try {
          return await task(instance);
        } finally {
          if (instance.isOver || this.#idle) this.release(instance);
          else this.#idle = instance;
        }
      },
      signal.aborted ? undefined : signal,
    );
  }

  /** An instance that has been used for nothing, for one stream. @returns it, and what ends its use */
  async take(signal?: AbortSignal): Promise<{ readonly instance: ComponentInstance; end(): void }> {
    const end = await this.#running.begin(signal);
    try {
      const instance = await this.#fresh();
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

  async #fresh(): Promise<ComponentInstance> {
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
    const instance = await this.#make();
    this.#live.add(instance);
    if (this.#isClosed) this.release(instance);
    return instance;
  }
}
