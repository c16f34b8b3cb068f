import { FailureError } from '../../../../../shared/contract/errors.ts';
import type { Progress } from '../../../../../shared/contract/extension-api/extension-window.ts';
import { LinkedController } from '../../../../../shared/linked-controller.ts';
import type { ActiveComponent } from '../../active-component.ts';
import {
  type DocumentationEntries,
  EntriesInTheMaking,
  type PackageName,
  TooMuchDocumentation,
} from './documentation-entries.ts';
import { KeptDocumentation } from './kept-documentation.ts';
import { SharedWork } from './shared-work.ts';

/** Running time of `index-docs`, without what it waits for: it reads all pages of a package. */
const indexMs = 60_000;
/** Between two numbers that the person sees. */
const progressMs = 250;

/** Documentation of packages by `index-docs` of a component, which is called once for each. */
export class DocumentationIndex {
  readonly kept: KeptDocumentation;
  readonly #component: ActiveComponent;
  readonly #indexing = new SharedWork<DocumentationEntries>();
  #stores = 0;

  constructor(component: ActiveComponent) {
    this.#component = component;
    this.kept = new KeptDocumentation(component.context);
  }

  /**
   * Indexes the package first, if it is not indexed.
   * @param signal stops waiting; nobody who waits stops the indexing, after which nothing of it is kept
   */
  async entries(of: PackageName, signal: AbortSignal): Promise<DocumentationEntries> {
    const kept = await this.kept.read(of);
    return kept ?? this.#indexing.join(JSON.stringify([of.provider, of.name]), signal, (stop) => this.#index(of, stop));
  }

  #index(of: PackageName, signal: AbortSignal): Promise<DocumentationEntries> {
    const title = `Indexing ${of.name.slice(0, 100)}`;
    return this.#component.context.window.withProgress({ title, isCancellable: true }, async (progress, cancelled) => {
      const stop = new LinkedController([signal, cancelled]);
      try {
        const entries = await this.#made(of, stop, progress);
        stop.signal.throwIfAborted();
        await this.kept.save(of, entries);
        return entries;
      } finally {
        stop.end();
      }
    });
  }

  async #made(of: PackageName, stop: AbortController, progress: Progress): Promise<DocumentationEntries> {
    const making = new EntriesInTheMaking(of);
    this.#stores += 1;
    const id = this.#stores;
    let excess: TooMuchDocumentation | undefined;
    let shownAt = 0;
    const insert = (key: string, value: string): void => {
      try {
        making.insert(key, value);
      } catch (thrown) {
        if (!(thrown instanceof TooMuchDocumentation)) throw thrown;
        // It may go on for ever.
        excess = thrown;
        stop.abort(thrown);
        throw thrown;
      }
      if (Date.now() - shownAt < progressMs) return;
      shownAt = Date.now();
      progress.report({ message: `${making.entries.size} entries` });
    };
    const more = { lent: { type: 'key-value-store', id }, store: { id, insert }, runMs: indexMs } as const;
    try {
      await this.#component.callExported('indexDocs', [of.provider, of.name], stop.signal, more);
    } catch (thrown) {
      if (!excess) throw thrown;
    }
    if (excess) throw refused(of, excess.message);
    if (making.entries.size === 0) throw refused(of, 'It has no documentation');
    return making.entries;
  }
}

const refused = ({ name }: PackageName, why: string): FailureError =>
  new FailureError({ code: 'invalid-request', message: `${name} cannot be indexed: ${why}.` });
