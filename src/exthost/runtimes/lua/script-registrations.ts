import type { Disposable } from '../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import { maxEndpoints } from '../../../shared/contract/extensions/endpoint-address.ts';
import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import type { HandedOver } from '../runtime.ts';
import type { LuaScript, ScriptListener } from './lua-script.ts';
import { type KnownContributions, manifestTables } from './manifest-tables.ts';
import { carryOut, type ScriptContributionKind, type ScriptContributions } from './script-contributions.ts';
import { expectEndpoint, type ScriptEndpoint } from './script-endpoint.ts';

interface Active {
  readonly script: LuaScript;
  readonly context: ExtensionContext;
}

/** What a script may have registered at a time: in number, and in bytes as JSON. */
const most = 500;
const mostBytes = 1_000_000;

/**
 * What a script has registered. While it loads, a name may come once, and nothing is passed on before that has
 * succeeded. Later the same name replaces what was, and main is told when the script waits or ends.
 */
export class ScriptRegistrations implements ScriptListener {
  readonly #known: KnownContributions = { tool: new Map(), command: new Map(), provider: new Map(), event: new Map() };
  /** Bytes of each contribution, by kind and name. */
  readonly #sizes = new Map<string, number>();
  /** What carries out each contribution, by kind and name. */
  readonly #carriedOut = new Map<string, Disposable[]>();
  readonly #tell: HandedOver['tell'];
  /** Since it has loaded. */
  #active: Active | undefined;
  #isChanged = false;
  /** The message to main that is under way. */
  #telling: Promise<unknown> | undefined;

  /** In which it may register endpoints. */
  readonly #dialects: readonly string[];

  constructor(tell: HandedOver['tell'], dialects: readonly string[]) {
    this.#tell = tell;
    this.#dialects = dialects;
  }

  registered(kind: string, given: unknown): void {
    if (kind === 'provider' && 'endpoint' in (given as object)) this.#expectEndpoint(given as ScriptEndpoint);
    this.#add(kind as ScriptContributionKind, given as ScriptContributions[ScriptContributionKind]);
  }

  unregistered(kind: ScriptContributionKind, name: string): void {
    if (!this.#known[kind].delete(name)) throw new Error(`there is no ${kind} "${name}"`);
    this.#end(kind, name);
    this.#sizes.delete(`${kind} ${name}`);
    this.#isChanged = true;
  }

  /** @returns the functions for an event, in order */
  handlersOf(event: string): string[] {
    return [...this.#known.event.values()].filter((one) => one.event === event).map(({ handler }) => handler);
  }

  /** Call when the script has loaded. @returns what main has to know of what it registered */
  apply(script: LuaScript, context: ExtensionContext): Registering {
    this.#active = { script, context };
    for (const kind of Object.keys(this.#known) as ScriptContributionKind[]) {
      for (const name of this.#known[kind].keys()) this.#carryOut(this.#active, kind, name);
    }
    this.#isChanged = false;
    return manifestTables(this.#known);
  }

  async told(): Promise<void> {
    if (!this.#isChanged || !this.#active) return;
    // One message at a time; the next has all that came meanwhile.
    while (this.#telling) await this.#telling.catch(() => undefined);
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#telling = this.#tell(manifestTables(this.#known)).finally(() => {
      this.#telling = undefined;
    });
    await this.#telling;
  }

  #add<K extends ScriptContributionKind>(kind: K, given: ScriptContributions[K]): void {
    const known: Map<string, ScriptContributions[K]> = this.#known[kind];
    const name = 'id' in given ? given.id : given.name;
    if (!known.has(name)) this.#expectRoom();
    else if (!this.#active) throw new Error(`the ${kind} "${name}" is registered already`);
    const others = [...this.#sizes].reduce((sum, [key, size]) => (key === `${kind} ${name}` ? sum : sum + size), 0);
    const size = JSON.stringify(given).length;
    if (others + size > mostBytes) throw new Error('what an extension registers may have 1 MB in all');
    this.#sizes.set(`${kind} ${name}`, size);
    known.set(name, given);
    this.#isChanged = true;
    if (this.#active) this.#carryOut(this.#active, kind, name);
  }

  #expectEndpoint(given: ScriptEndpoint): void {
    expectEndpoint(given, this.#dialects);
    const others = [...this.#known.provider.values()].filter((one) => 'endpoint' in one && one.id !== given.id);
    if (others.length >= maxEndpoints) throw new Error(`an extension can register ${maxEndpoints} endpoints at most`);
  }

  #expectRoom(): void {
    if (Object.values(this.#known).reduce((sum, { size }) => sum + size, 0) < most) return;
    throw new Error(`an extension can register ${most} things at most`);
  }

  #carryOut<K extends ScriptContributionKind>({ script, context }: Active, kind: K, name: string): void {
    this.#end(kind, name);
    const given = (this.#known[kind] as Map<string, ScriptContributions[K]>).get(name);
    if (given) this.#carriedOut.set(`${kind} ${name}`, carryOut[kind](script, context, given));
  }

  #end(kind: ScriptContributionKind, name: string): void {
    for (const one of this.#carriedOut.get(`${kind} ${name}`) ?? []) one.dispose();
    this.#carriedOut.delete(`${kind} ${name}`);
  }
}
