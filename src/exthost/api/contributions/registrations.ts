import type { Disposable } from '../../../shared/contract/extension-api/disposable.ts';
import { type ContributionKind, contributionKinds } from '../../../shared/contract/extensions/contribution-kinds.ts';

/** Registrations of one kind of contribution, by ids that the manifest declares in one table. */
export class Registrations<Value> {
  readonly #noun: string;
  readonly #table: string;
  readonly #declared: ReadonlySet<string> | null;
  readonly #registered = new Map<string, Value>();

  /** @param declared by the manifest; undefined: any id may be registered */
  constructor(kind: ContributionKind, declared: readonly string[] | undefined) {
    const { noun, table } = contributionKinds[kind];
    this.#noun = noun;
    this.#table = table;
    this.#declared = declared ? new Set(declared) : null;
  }

  /** @throws unless the manifest declares the id */
  expectDeclared(id: string): void {
    if (this.#declared === null || this.#declared.has(id)) return;
    throw new Error(`The manifest declares no ${this.#noun} "${id}". Add [${this.#table}.${id}] to extension.toml`);
  }

  /** @throws unless the manifest declares the id, or if it is already registered */
  register(id: string, value: Value): Disposable {
    this.expectDeclared(id);
    if (this.#registered.has(id)) throw new Error(`The ${this.#noun} "${id}" is registered already`);
    this.#registered.set(id, value);
    let isRegistered = true;
    return {
      dispose: () => {
        if (isRegistered) this.#registered.delete(id);
        isRegistered = false;
      },
    };
  }

  find(id: string): Value | undefined {
    return this.#registered.get(id);
  }

  get(id: string): Value {
    const value = this.#registered.get(id);
    if (value !== undefined) return value;
    if (this.#declared === null) throw new Error(`There is no ${this.#noun} "${id}" any more`);
    throw new Error(`The extension declares the ${this.#noun} "${id}" but has not registered it in activate`);
  }

  values(): Value[] {
    return [...this.#registered.values()];
  }
}

/** Refuses wrong types from plain JavaScript at registration, before a person runs the command. */
export function expectFunction(call: string, run: unknown): void {
  if (typeof run === 'function') return;
  throw new TypeError(`${call} needs a function as its second argument, which runs when it is called`);
}
