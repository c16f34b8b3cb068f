import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import type { MirroredDocument } from './mirrored-document.ts';

/** Milliseconds over which events are batched. */
const batchTime = 50;
/** Characters queued while an extension handles a batch; beyond them it gets all documents again. */
const maxWaiting = 4 * 1024 * 1024;
/** Characters counted for an event in addition to its texts. */
const eventSize = 100;

/**
 * One extension that follows the open documents. It gets one batch at a time; one that is too slow gets all documents
 * again when it is ready, in place of the events that it missed.
 */
export class DocumentSubscriber {
  readonly #documents: ReadonlyMap<string, MirroredDocument>;
  readonly #send: (events: DocumentEvent[]) => Promise<unknown>;
  /** Paths of the documents it knows as open. */
  readonly #known = new Set<string>();
  #waiting: DocumentEvent[] = [];
  #size = 0;
  #needsAll = false;
  #isBusy = false;
  #isEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #onAllSent: (() => void)[] = [];

  constructor(documents: ReadonlyMap<string, MirroredDocument>, send: (events: DocumentEvent[]) => Promise<unknown>) {
    this.#documents = documents;
    this.#send = send;
  }

  isOf(send: (events: DocumentEvent[]) => Promise<unknown>): boolean {
    return this.#send === send;
  }

  add(event: DocumentEvent): void {
    if (this.#isEnded) return;
    if (!this.#needsAll) {
      this.#waiting.push(event);
      this.#size += sizeOf(event);
      if (this.#size > maxWaiting) this.#startAnew();
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, batchTime);
  }

  /**
   * Sends all open documents in place of queued events: now, or after the present batch.
   * @returns when they were sent
   */
  tellAll(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isEnded) return resolve();
      this.#onAllSent.push(resolve);
      this.#startAnew();
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#flush();
    });
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#allSent();
  }

  #allSent(): void {
    for (const resolve of this.#onAllSent.splice(0)) resolve();
  }

  #startAnew(): void {
    this.#needsAll = true;
    this.#waiting = [];
    this.#size = 0;
  }

  #flush(): void {
    // While the timer runs, events are batched.
    if (this.#isBusy || this.#isEnded || this.#timer) return;
    const events = this.#needsAll ? this.#all() : this.#waiting;
    this.#needsAll = false;
    this.#waiting = [];
    this.#size = 0;
    if (events.length > 0) this.#sendBatch(events);
    this.#allSent();
  }

  #sendBatch(events: DocumentEvent[]): void {
    for (const { type, path } of events) {
      if (type === 'closed') this.#known.delete(path);
      else this.#known.add(path);
    }
    this.#isBusy = true;
    const done = () => {
      this.#isBusy = false;
      this.#flush();
    };
    // A failed batch is not repeated: an extension that misses a version subscribes again.
    this.#send(events).then(done, done);
  }

  #all(): DocumentEvent[] {
    const closed = [...this.#known].filter((path) => !this.#documents.has(path));
    return [
      ...closed.map((path) => ({ type: 'closed' as const, path })),
      ...[...this.#documents.values()].map((document) => document.opened()),
    ];
  }
}

function sizeOf(event: DocumentEvent): number {
  if (event.type === 'opened') return eventSize + event.text.length;
  if (event.type !== 'changed') return eventSize;
  return event.changes.reduce((sum, { insert }) => sum + eventSize + insert.length, eventSize);
}
