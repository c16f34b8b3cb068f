import { tooLarge } from '../../../worker/message-size.ts';
import type { ComponentCall, ComponentLoad, FromComponent, ToComponent } from '../component-messages.ts';
import { CoreMemories } from './core-memories.ts';
import { HostAsker, HostRefusal, type PostToHost } from './host-asker.ts';
import { LastWords } from './last-words.ts';
import { expectPlainNames } from './plain-names.ts';
import { reasonOf } from './reason-of.ts';
import { importsOf, servedByApp } from './served-imports.ts';
import { createWasi } from './wasi.ts';
import { createWorldResources, type WorldResources } from './world-resources.ts';

/** The host's end of the thread's port. */
export interface HostPort {
  readonly post: PostToHost;
  listen(hear: (message: ToComponent) => void): void;
}

type Exports = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Output of jco for a component, with `instantiation: async`. */
interface Glue {
  instantiate(
    getCoreModule: (name: string) => WebAssembly.Module | undefined,
    imports: Readonly<Record<string, object>>,
    instantiateCore: (module: WebAssembly.Module, imports: WebAssembly.Imports) => WebAssembly.Instance,
  ): Exports | Promise<Exports>;
}

/** Serves a host from the thread of one instance of a component. */
export function serveComponent(port: HostPort): void {
  let component: LoadedComponent | undefined;
  const active = (): LoadedComponent => {
    if (!component) throw new Error('There is no component yet');
    return component;
  };
  const tasks: { [T in ToComponent['type']]: (message: Extract<ToComponent, { type: T }>) => Promise<FromComponent> } =
    {
      async load(message) {
        component = await LoadedComponent.load(message, port);
        return { type: 'done', value: null };
      },
      begin: () => active().begin(),
      call: (message) => active().call(message),
    };
  port.listen(async (message) => {
    const task = tasks[message.type] as (message: ToComponent) => Promise<FromComponent>;
    try {
      port.post(await task(message));
    } catch (thrown) {
      const { message: reason, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
      port.post({ type: 'ended', reason, stack });
    }
  });
  port.post({ type: 'listening' });
}

class LoadedComponent {
  readonly #given: ComponentLoad;
  readonly #glue: Glue;
  readonly #imports: Readonly<Record<string, object>>;
  readonly #words: LastWords;
  readonly #memories: CoreMemories;
  readonly #resources: WorldResources;
  #exports: Exports = {};

  private constructor(given: ComponentLoad, glue: Glue, port: HostPort) {
    this.#given = given;
    this.#glue = glue;
    const making = given.once.flatMap((name) => given.modules[name] ?? []);
    this.#memories = new CoreMemories(given.memoryBytes, making);
    const host = new HostAsker(port.post, given.answers, given.messageBytes);
    this.#words = new LastWords(host);
    const wasi = createWasi(host, (from, line) => this.#words.hear(from, line));
    this.#resources = createWorldResources(host);
    this.#imports = importsOf(given.imports, { ...servedByApp(host), ...this.#resources.served, ...wasi });
  }

  static async load(given: ComponentLoad, port: HostPort): Promise<LoadedComponent> {
    for (const module of Object.values(given.modules)) expectPlainNames(module);
    const glue: Glue = await import(/* @vite-ignore */ given.glue);
    return new LoadedComponent(given, glue, port);
  }

  begin(): Promise<FromComponent> {
    const { modules } = this.#given;
    return this.#outcome(async () => {
      this.#exports = await this.#glue.instantiate(
        (name) => modules[name],
        this.#imports,
        (module, imports) => this.#memories.instantiate(module, imports),
      );
      return null;
    });
  }

  call({ name, args, lent }: ComponentCall): Promise<FromComponent> {
    const all = lent ? [...args, this.#resources.lend(lent)] : args;
    return this.#outcome(() => this.#exports[name]?.(...all));
  }

  async #outcome(run: () => unknown): Promise<FromComponent> {
    this.#words.forget();
    let value: unknown;
    try {
      value = await run();
    } catch (thrown) {
      // The glue throws the error of a `result` as the payload of an error of its own; an error of ours went through it.
      if (thrown instanceof Error && 'payload' in thrown && !(thrown instanceof HostRefusal)) {
        const fullness = this.#memories.fullness();
        // Some languages tell that there is no memory as an error, after which there is still none.
        if (fullness) return { type: 'ended', reason: `${thrown.message}; ${fullness}`, stack: '' };
        return { type: 'refused', reason: reasonOf(thrown.payload) };
      }
      return this.#ended(thrown);
    }
    const excess = this.#memories.excess();
    if (excess) return { type: 'ended', reason: excess, stack: '' };
    return this.#sendable({ type: 'done', value });
  }

  #sendable(message: FromComponent): FromComponent {
    const excess = tooLarge(message, this.#given.messageBytes);
    return excess ? { type: 'too-large', reason: excess } : message;
  }

  #ended(thrown: unknown): FromComponent {
    const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
    const reasons = [this.#words.last ?? message, this.#memories.excess() ?? this.#memories.fullness()];
    return { type: 'ended', reason: reasonOf(reasons.filter(Boolean).join('; ')), stack: stack.slice(0, 16_000) };
  }
}
