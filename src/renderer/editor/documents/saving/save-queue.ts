/**
 * Saves of a document and moves of its file, one after another: each save is based on the revision that the one before
 * it left, and goes to where the file is then.
 */
interface Queue {
  /** The document's key, which changes as its file is moved. */
  path: string;
  last: Promise<unknown>;
}

const queues = new Map<string, Queue>();

/** Runs `work` after what was requested before for this document. @param work gets the document's key at the time */
export function inTurn<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  const queue = queues.get(path) ?? { path, last: Promise.resolve() };
  queues.set(path, queue);
  return append(queue, work);
}

/** Resolves when no save of the document is under way. */
export async function whenSaved(path: string): Promise<void> {
  for (let queue = queues.get(path); queue; queue = queues.get(path)) await queue.last.catch(() => {});
}

/** What waits for a document goes with it to its new key. */
export function moveQueue(path: string, to: string): void {
  const queue = queues.get(path);
  if (!queue) return;
  queues.delete(path);
  const other = queues.get(to);
  queue.path = to;
  queues.set(to, queue);
  // Of a document that was closed.
  if (other) void append(queue, () => other.last.catch(() => {}));
}

function append<T>(queue: Queue, work: (path: string) => Promise<T>): Promise<T> {
  // Each waits for the one before it: two that wait for the same one would begin together.
  const turn = queue.last
    .catch(() => {})
    .then(() => work(queue.path))
    .finally(() => {
      if (queue.last === turn && queues.get(queue.path) === queue) queues.delete(queue.path);
    });
  queue.last = turn;
  return turn;
}
