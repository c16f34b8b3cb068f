import type { LentResource } from '../component-messages.ts';
import type { HostAsker } from './host-asker.ts';
import type { ServedInterface } from './served-interface.ts';

type Lent<T extends LentResource['type']> = Extract<LentResource, { type: T }>;

/**
 * Resources of Zed's world, which its exports are lent for a call. The glue traps when a handle is used that was dropped.
 * Source: `crates/extension_api/wit` of zed-industries/zed.
 */
export interface WorldResources {
  /** By the names that the glue asks for. */
  readonly served: ReadonlyMap<string, ServedInterface>;
  /** @returns what stands for it in the glue */
  lend(given: LentResource): object;
}

export function createWorldResources(host: HostAsker): WorldResources {
  class Worktree {
    readonly #given: Lent<'worktree'>;

    constructor(given: Lent<'worktree'>) {
      this.#given = given;
    }

    id(): bigint {
      return BigInt(this.#given.id);
    }

    rootPath(): string {
      return this.#given.rootPath;
    }

    // The app has one folder at a time.
    readTextFile(path: unknown): unknown {
      return host.ask('worktree.read-text-file', [path]);
    }

    which(name: unknown): unknown {
      return host.ask('worktree.which', [name]) ?? undefined;
    }

    shellEnv(): unknown {
      return host.ask('worktree.shell-env', []);
    }
  }

  class Project {
    readonly #given: Lent<'project'>;

    constructor(given: Lent<'project'>) {
      this.#given = given;
    }

    worktreeIds(): BigUint64Array {
      return BigUint64Array.from(this.#given.worktreeIds, BigInt);
    }
  }

  class KeyValueStore {
    readonly #given: Lent<'key-value-store'>;

    constructor(given: Lent<'key-value-store'>) {
      this.#given = given;
    }

    insert(key: unknown, value: unknown): void {
      host.ask('key-value-store.insert', [this.#given.id, key, value]);
    }
  }

  return {
    served: new Map<string, ServedInterface>([
      ['worktree', { default: Worktree }],
      ['project', { default: Project }],
      ['key-value-store', { default: KeyValueStore }],
    ]),
    lend(given) {
      switch (given.type) {
        case 'worktree':
          return new Worktree(given);
        case 'project':
          return new Project(given);
        case 'key-value-store':
          return new KeyValueStore(given);
      }
    },
  };
}
