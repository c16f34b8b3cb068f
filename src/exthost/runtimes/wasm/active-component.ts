import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ApiVersion, CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { HttpFailure } from '../../api/http/http-failure.ts';
import { logFailure } from '../../api/log.ts';
import { ComponentEnded } from './component-errors.ts';
import { type CallGiven, type ComponentInstance, witName } from './component-instance.ts';
import type { LentResource } from './component-messages.ts';
import { CallOutcome } from './imports/call-outcome.ts';
import { carryOut } from './imports/carry-out.ts';
import type { LentStore } from './imports/component-import.ts';
import { KnownSecrets } from './imports/known-secrets.ts';
import { InstancePool } from './instance-pool.ts';

/** For what the component does at the end of a stream, and at its own. */
const endMs = 2000;
/** For what it does before anything else: as long as main waits for an activation. */
const startMs = 10_000;

/** What a call has besides its arguments. */
export interface CallMore {
  /** Its last argument, if that is a resource. */
  readonly lent?: LentResource | undefined;
  /** What it inserts into, if that is what it was lent. */
  readonly store?: LentStore;
  /** Running time, in place of the usual. */
  readonly runMs?: number;
}

/** A component whose extension is active: its calls, in instances of it. */
export class ActiveComponent {
  readonly context: ExtensionContext;
  /** Of Zed's interface; undefined for the app's own. */
  readonly apiVersion: ApiVersion | undefined;
  readonly #exports: ReadonlySet<string>;
  readonly #pool: InstancePool;
  /** Keys that it was given: they are in no log and no message. */
  readonly #secrets = new KnownSecrets();

  /** @param open makes a thread with the glue */
  constructor(
    context: ExtensionContext,
    { exports, apiVersion }: Pick<CompiledComponent, 'exports' | 'apiVersion'>,
    open: () => Promise<ComponentInstance>,
  ) {
    this.context = context;
    this.apiVersion = apiVersion;
    this.#exports = new Set(exports);
    this.#pool = new InstancePool({ open, begin: (instance) => this.#begin(instance) });
  }

  /** @param name as the glue has it: `llmProviders` */
  has(name: string): boolean {
    return this.#exports.has(name);
  }

  begin(first: ComponentInstance): Promise<void> {
    return this.#pool.start(first);
  }

  /** @returns in the forms of the glue */
  call(
    name: string,
    args: readonly unknown[],
    signal = new AbortController().signal,
    more?: CallMore,
  ): Promise<unknown> {
    return this.#pool.run((instance) => this.session(instance, signal).call(name, args, signal, more), signal);
  }

  /** Calls what the manifest promises; without the export it is an error that names it. */
  callExported(...[name, ...call]: Parameters<ActiveComponent['call']>): Promise<unknown> {
    if (this.has(name)) return this.call(name, ...call);
    const sentence = `The component does not export ${witName(name)}. Export it, or declare nothing for it in extension.toml`;
    return Promise.reject(new Error(sentence));
  }

  /** An instance for calls that belong together. `end` ends it. */
  async open(signal: AbortSignal) {
    const { instance, end } = await this.#pool.take(signal);
    return { ...this.session(instance, signal), isOver: () => instance.isOver, end };
  }

  /** Calls of one instance that fail together: the codes of their errors follow from what any of them was answered. */
  session(instance: ComponentInstance, signal: AbortSignal) {
    const outcome = new CallOutcome(this.#secrets);
    const given = (until: AbortSignal, { store, runMs }: CallMore = {}): CallGiven => ({
      signal: until,
      runMs,
      carryOut: (name, args, its) => {
        return carryOut({ context: this.context, outcome, instance: its, signal: until, store }, name, args);
      },
    });
    return {
      /** @param until stops it, in place of the signal of the session */
      async call(name: string, args: readonly unknown[], until = signal, more?: CallMore): Promise<unknown> {
        try {
          return await instance.call(name, args, given(until, more), more?.lent);
        } catch (thrown) {
          const isStopped = until.aborted && !(thrown instanceof ComponentEnded);
          if (isStopped) throw new HttpFailure('cancelled', 'It was stopped.', { cause: thrown });
          throw outcome.errorFor(thrown);
        }
      },
      begin: () => instance.begin(given(signal)),
      /** Whether a service has answered them, and nothing failed since. */
      isAnswered: () => outcome.isAnswered,
    };
  }

  async end(): Promise<void> {
    try {
      if (this.has('deactivate')) await this.atTheEnd((signal) => this.call('deactivate', [], signal));
    } finally {
      this.#pool.closeAll();
    }
  }

  /** Calls what ends something, for a short time; that it failed is logged. */
  async atTheEnd(call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    try {
      await within(endMs, call);
    } catch (thrown) {
      logFailure(this.context.log, 'The end', thrown);
    }
  }

  /**
   * Calls what comes before anything else. Nobody but its time ends it: whoever waits for it may be gone.
   * @param what it is, as WIT names it
   */
  async atTheStart<T>(what: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    let until: AbortSignal | undefined;
    try {
      return await within(startMs, (signal) => {
        until = signal;
        return call(signal);
      });
    } catch (thrown) {
      if (!until?.aborted) throw thrown;
      throw new Error(`${what} of "${this.context.extensionId}" waited for ${startMs / 1000} s and was stopped`);
    }
  }

  #begin(instance: ComponentInstance): Promise<void> {
    return this.atTheStart('init-extension', async (signal) => {
      const first = this.session(instance, signal);
      await first.begin();
      if (this.has('initExtension')) await first.call('initExtension', []);
    });
  }
}

/** Stops a call after some time. */
async function within<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), milliseconds);
  try {
    return await call(abort.signal);
  } finally {
    clearTimeout(timer);
  }
}
