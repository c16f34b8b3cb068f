import type { worldResources } from '../../../../shared/extensions/component-imports.ts';
import type { LentResource } from '../component-messages.ts';
import type { HostAsker } from './host-asker.ts';
import type { ServedInterfaces } from './served-interface.ts';

type Lent<T extends LentResource['type']> = Extract<LentResource, { type: T }>;

/**
 * Resources of Zed's world, which its exports are lent for a call. The glue traps when a handle is used that was dropped.
 * Source: `crates/extension_api/wit` of zed-industries/zed.
 */
export interface WorldResources {
  readonly served: ServedInterfaces<typeof worldResources>;
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
    served: {
      worktree: { default: Worktree },
      // Lent for context servers, which the app does not run yet.
      project: {},
      'key-value-store': { default: KeyValueStore },
    },
    lend(given) {
      switch (given.type) {
        case 'worktree':
          return new Worktree(given);
        case 'key-value-store':
          return new KeyValueStore(given);
      }
    },
  };
}
