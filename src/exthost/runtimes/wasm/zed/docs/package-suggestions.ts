import { LinkedController } from '../../../../../shared/linked-controller.ts';
import { logFailure } from '../../../../api/log.ts';
import type { ActiveComponent } from '../../active-component.ts';
import { isPackageName } from './documentation-argument.ts';

const askMs = 60_000;
/** How long an answer counts, and how long it is not asked again after a failure. */
const freshMs = { answered: 600_000, failed: 30_000 };
const most = 10_000;

interface Asked {
  readonly answer: Promise<readonly string[]>;
  /** By `Date.now()`. */
  until: number;
}

/** Packages that `suggest-docs-packages` offers: asked once for many keys, and not stopped by the next one. */
export class PackageSuggestions {
  readonly #component: ActiveComponent;
  readonly #asked = new Map<string, Asked>();

  constructor(component: ActiveComponent) {
    this.#component = component;
  }

  /** Never rejects. */
  of(provider: string): Promise<readonly string[]> {
    // Before version 0.2 there is no such export.
    if (!this.#component.has('suggestDocsPackages')) return Promise.resolve([]);
    const before = this.#asked.get(provider);
    if (before && Date.now() < before.until) return before.answer;
    const asked: Asked = {
      until: Number.POSITIVE_INFINITY,
      answer: this.#ask(provider).then(
        (names) => {
          asked.until = Date.now() + freshMs.answered;
          return names;
        },
        (thrown: unknown) => {
          asked.until = Date.now() + freshMs.failed;
          logFailure(this.#component.context.log, 'suggest-docs-packages', thrown);
          return [];
        },
      ),
    };
    this.#asked.set(provider, asked);
    return asked.answer;
  }

  async #ask(provider: string): Promise<readonly string[]> {
    const until = new LinkedController([], askMs);
    try {
      const told = await this.#component.call('suggestDocsPackages', [provider], until.signal);
      return (told as string[]).slice(0, most).filter(isPackageName);
    } finally {
      until.end();
    }
  }
}
